package dev.agenthost.context.datalifecycle;

import java.util.List;

/**
 * Some lines of an export.
 *
 * @param kind what they are of
 * @param lines a JSON document each, without its end of line
 */
public record ExportPart(Kind kind, List<String> lines) {
    /** What an export holds, in this order in each thread; artifacts last. */
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
