package dev.agenthost.bench.soak;

import java.util.Set;

/** How long a row stays that a run leaves behind in a table: what docs/contracts.md says under "What is kept". */
enum RowRetention {
    FOR_EVER("for ever"),
    FOR_A_TIME("35 days"),
    /** No run of the soak is to leave anything here. */
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

    /** For a table that grows. */
    String words() {
        return words;
    }
}
