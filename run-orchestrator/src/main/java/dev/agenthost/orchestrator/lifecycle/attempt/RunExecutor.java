package dev.agenthost.orchestrator.lifecycle.attempt;

import dev.agenthost.orchestrator.flowcontrol.SlotPool;
import dev.agenthost.orchestrator.run.ClaimedRun;
import java.util.Map;

/** Executes claimed runs on runners. */
public interface RunExecutor {
    /** Free slots of the connections of this replica; 0 where all are taken, absent: not connected. */
    Map<SlotPool, Integer> room();

    /** Calls {@code wake} whenever room grew, or a runner came or went. */
    void onRoom(Runnable wake);

    /**
     * Reserves a runner for a claimed run and begins to call it. Submits {@link RunInput.Reserved} or {@link RunInput.NotReserved} before
     * it returns; every other input of the runner follows. Does not block.
     */
    void execute(ClaimedRun run, RunInputs inputs);
}
