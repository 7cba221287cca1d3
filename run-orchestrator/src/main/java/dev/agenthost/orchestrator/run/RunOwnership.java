package dev.agenthost.orchestrator.run;

import dev.agenthost.protocol.id.RunId;
import io.smallrye.mutiny.Uni;

/** Asked by an executor before every call out, and before it serves a host API call. */
public interface RunOwnership {
    /** Whether this replica's lease is current, by the monotonic clock. */
    boolean mayAct();

    /**
     * Commits, where the retry policy needs it, that the run has had an effect, before it has it.
     *
     * @return false when the run is no longer ours: the effect must not happen. Fails when the database is away.
     */
    Uni<Boolean> touch(RunId run, int attempt);
}
