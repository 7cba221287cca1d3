package dev.agenthost.bench.soak;

import java.util.Set;

/** The retention of the rows that a run leaves in a table, as in "What is kept" of docs/contracts.md. */
enum RowRetention {
    FOR_EVER("for ever"),
    FOR_A_TIME("35 days"),
    /** No run of the soak may leave a row in the table. */
    NOTHING("**unexpected**");

    private static final Set<String> SAID = Set.of("context.event_log", "context.transcript", "context.conversations");

    private static final Set<String> REMEMBERED = Set.of(
            "bindings.resolutions",
            "runs.runs",
            "runs.grants",
            "runs.turns",
            "context.logged",
            "context.fences",
            "context.runs",
            "context.erased_events",
            "delivery.runs",
            "delivery.lanes",
            "delivery.sends");

    private final String words;

    RowRetention(String words) {
        this.words = words;
    }

    /** @param table with its schema */
    static RowRetention of(String table) {
        if (SAID.contains(table)) {
            return FOR_EVER;
        }
        return REMEMBERED.contains(table) ? FOR_A_TIME : NOTHING;
    }

    /** The text for a table that grows. */
    String words() {
        return words;
    }
}
