package dev.agenthost.orchestrator.execution;

import dev.agenthost.orchestrator.drive.ClaimedRun;
import dev.agenthost.orchestrator.grant.Grant;
import dev.agenthost.orchestrator.grant.written.WrittenGrant;
import dev.agenthost.orchestrator.run.RunKey;
import io.smallrye.mutiny.Uni;
import java.time.Instant;
import java.util.Optional;

/**
 * Where grants are kept: a later attempt, on another replica and with another manifest, has the same one, and people see what a run
 * was allowed.
 */
public interface GrantShelf {
    /** Keeps the grant of a run that has none yet, and answers the one that is kept. The run begins after that. */
    Uni<WrittenGrant> keep(ClaimedRun run, WrittenGrant frozen);

    Uni<Optional<Kept>> find(RunKey run);

    /** A grant as it was frozen. */
    record Kept(Grant grant, Instant frozenAt) {}
}
