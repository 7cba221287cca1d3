package dev.agenthost.orchestrator.grant;

import dev.agenthost.orchestrator.run.ClaimedRun;
import dev.agenthost.orchestrator.run.RunKey;
import io.smallrye.mutiny.Uni;
import java.time.Instant;
import java.util.Optional;

/** Stores grants: a later attempt, on another replica and with another manifest, has the same grant, and people can read a run's rights. */
public interface GrantRepository {
    /** Stores the grant of a run that has none yet, and returns the stored one. The run begins after that. */
    Uni<CanonicalGrant> keep(ClaimedRun run, CanonicalGrant frozen);

    Uni<Optional<Kept>> find(RunKey run);

    /** A grant as it was frozen. */
    record Kept(Grant grant, Instant frozenAt) {}
}
