package dev.agenthost.orchestrator.lifecycle.attempt;

import dev.agenthost.orchestrator.flowcontrol.SlotPool;
import dev.agenthost.orchestrator.run.ClaimedRun;
import java.util.Map;

/** Executes claimed runs on runners. */
public interface RunExecutor {
    /** Free slots of the connections of this replica; 0 if all are used, absent without a connection. */
    Map<SlotPool, Integer> room();

    /** Calls {@code wake} after a slot becomes free, and after a runner connects or disconnects. */
    void onRoom(Runnable wake);

    /**
     * Reserves a runner for a claimed run and begins to call it. Submits {@link RunInput.Reserved} or {@link RunInput.NotReserved} before
     * it returns; every other input of the runner follows. Does not block.
     */
    void execute(ClaimedRun run, RunInputs inputs);
}
