package dev.agenthost.orchestrator.execution;

import dev.agenthost.orchestrator.drive.ClaimedRun;
import dev.agenthost.orchestrator.grant.Grant;
import io.smallrye.mutiny.Uni;

/**
 * Where a run's grant is kept, so that a later attempt, on another replica and with another manifest, has the same one.
 */
public interface GrantShelf {
    /** Keeps the grant of a run that has none yet, and answers the one that is kept. */
    Uni<Grant> keep(ClaimedRun run, Grant frozen);
}
