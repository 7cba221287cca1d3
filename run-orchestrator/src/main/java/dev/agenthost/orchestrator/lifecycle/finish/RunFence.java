package dev.agenthost.orchestrator.lifecycle.finish;

import dev.agenthost.orchestrator.run.RunKey;
import io.smallrye.mutiny.Uni;

/** The fence of a run in context-store. */
public interface RunFence {
    /** Raises the fence above every attempt: late writes of the run are refused. Best effort. */
    Uni<Void> end(RunKey key, int attempt);
}
