package dev.agenthost.orchestrator.grant;

import dev.agenthost.orchestrator.run.ClaimedRun;
import dev.agenthost.orchestrator.run.RunKey;
import io.smallrye.mutiny.Uni;
import java.time.Instant;
import java.util.Optional;

/**
 * Where grants are kept: a later attempt, on another replica and with another manifest, has the same one, and people see what a run
 * was allowed.
 */
public interface GrantRepository {
    /** Keeps the grant of a run that has none yet, and answers the one that is kept. The run begins after that. */
    Uni<CanonicalGrant> keep(ClaimedRun run, CanonicalGrant frozen);

    Uni<Optional<Kept>> find(RunKey run);

    /** A grant as it was frozen. */
    record Kept(Grant grant, Instant frozenAt) {}
}
