package dev.agenthost.orchestrator.run;

import dev.agenthost.protocol.id.RunId;
import io.smallrye.mutiny.Uni;

/** Checks the ownership of runs; an executor calls it before every outbound call and every host API call. */
public interface RunOwnership {
    /** Returns true if this replica's lease is current, by the monotonic clock. */
    boolean mayAct();

    /**
     * Commits before an effect that the run has had one, if the retry policy needs that.
     *
     * @return false if this replica no longer owns the run: the effect must not happen. Fails when the database is unavailable.
     */
    Uni<Boolean> touch(RunId run, int attempt);
}
