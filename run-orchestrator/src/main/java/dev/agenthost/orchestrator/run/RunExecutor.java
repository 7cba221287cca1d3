package dev.agenthost.orchestrator.run;

import dev.agenthost.orchestrator.flowcontrol.SlotPool;
import java.util.Map;

/** Executes claimed runs on runners. */
public interface RunExecutor {
    /** Free slots of the connections of this replica; 0 where all are taken, absent: not connected. */
    Map<SlotPool, Integer> room();

    /** Calls {@code wake} whenever room grew, or a runner came or went. */
    void onRoom(Runnable wake);

    /**
     * Starts a claimed run. Never throws, never blocks; everything after arrives at the sink, one call at a time. A sink
     * may be called before this returns.
     */
    Execution execute(ClaimedRun run, ResultSink sink);
}
