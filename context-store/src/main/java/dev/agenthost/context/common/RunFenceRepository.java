package dev.agenthost.context.common;

import io.smallrye.mutiny.Uni;
import java.util.UUID;

/**
 * Stores the fences of runs: writes below a run's fence are refused. The start of an attempt raises the fence, the end of the run
 * closes it.
 */
public interface RunFenceRepository {
    /** Closes the fence: no attempt of the run writes from now on. Idempotent. */
    Uni<Void> end(String workspaceId, UUID runId, int attempt);
}
