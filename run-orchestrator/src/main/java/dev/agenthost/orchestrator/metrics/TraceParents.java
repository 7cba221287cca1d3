package dev.agenthost.orchestrator.metrics;

import dev.agenthost.orchestrator.run.ClaimedRun;

/** The {@code traceparent} that a run's records carry. */
final class TraceParents {
    private static final int SPAN_DIGITS = 16;

    private TraceParents() {}

    static String of(ClaimedRun run) {
        String span = run.runId().toString().replace("-", "").substring(0, SPAN_DIGITS);
        return "00-" + run.traceId() + "-" + span + "-01";
    }
}
