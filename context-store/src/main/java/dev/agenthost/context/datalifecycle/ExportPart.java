package dev.agenthost.context.datalifecycle;

import java.util.List;

/**
 * Some lines of an export.
 *
 * @param kind the kind of records in the lines
 * @param lines a JSON document each, without its end of line
 */
public record ExportPart(Kind kind, List<String> lines) {
    /** The kinds of records in an export, in this order in each thread; artifacts last. */
    public enum Kind {
        EVENTS,
        TRANSCRIPT,
        ARTIFACTS
    }

    public ExportPart {
        lines = List.copyOf(lines);
    }

    public boolean isEmpty() {
        return lines.isEmpty();
    }
}
