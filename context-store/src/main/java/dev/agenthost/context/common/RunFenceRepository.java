package dev.agenthost.context.common;

import io.smallrye.mutiny.Uni;
import java.util.UUID;

/** Below a run's fence nothing is written. A run's start raises it (with the run's first question), its end closes it. */
public interface RunFenceRepository {
    /** From now on no attempt of that run writes. Saying it again changes nothing. */
    Uni<Void> end(String workspaceId, UUID runId, int attempt);
}
