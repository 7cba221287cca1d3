package dev.agenthost.actiongraph.declaration;

import dev.agenthost.actiongraph.reference.Reference;
import java.util.List;
import org.jspecify.annotations.Nullable;

/** A request for more of stored results ({@code expand_ref}). */
public record Expansion(List<Ref> refs) implements Payload {
    public static final int MAX_REFS = 32;
    public static final int MAX_REASON = 1_000;

    /**
     * One wanted result.
     *
     * @param reference a stored result
     * @param reason the use that the model has for it; null if it gives none
     * @param range the wanted part
     */
    public record Ref(Reference reference, @Nullable String reason, Range range) {}

    /**
     * The wanted part of a text.
     *
     * @param aroundMatches true for the lines around each match
     * @param match the text to find; null leaves it to the runtime, which takes the reason
     * @param contextLines lines before and after each match
     * @param fromLine first line, from 1; null for the beginning
     * @param toLine last line; null for the end
     */
    public record Range(
            boolean aroundMatches,
            @Nullable String match,
            int contextLines,
            @Nullable Integer fromLine,
            @Nullable Integer toLine) {
        public static final int MAX_CONTEXT_LINES = 500;
        public static final int MAX_LINE = 10_000_000;
        public static final int MAX_MATCH = 200;

        /** The whole text, as far as the budget allows. */
        public static final Range WHOLE = new Range(false, null, 0, null, null);
    }

    public Expansion {
        refs = List.copyOf(refs);
    }

    @Override
    public PayloadType type() {
        return PayloadType.EXPAND_REF;
    }
}
