package dev.agenthost.orchestrator.drive;

import java.util.Map;

/** What runs a claimed run on a runner. */
public interface RunExecutor {
    /** Free places for each runner, by runner id, that this replica is connected to; absent: not connected. */
    Map<String, Integer> room();

    /** Calls {@code wake} whenever room grew, or a runner came or went. */
    void onRoom(Runnable wake);

    /**
     * Starts a claimed run. Never throws, never blocks; everything after arrives at the sink, one call at a time. A sink
     * may be called before this returns.
     */
    Execution execute(ClaimedRun run, ResultSink sink);
}
