package dev.agenthost.orchestrator.grant;

import dev.agenthost.orchestrator.run.ClaimedRun;
import dev.agenthost.orchestrator.run.RunKey;
import dev.agenthost.protocol.audit.AuditEntry;
import io.smallrye.mutiny.Uni;
import java.time.Instant;
import java.util.Optional;

/** Stores grants: a later attempt, on another replica and with another manifest, has the same grant, and people can read a run's rights. */
public interface GrantRepository {
    /**
     * Stores the grant of a run that has none yet, and its audit entry in the same transaction. The run begins after that. Where an earlier
     * attempt has stored a grant, that one stays and is answered, and the entry is not written.
     *
     * @param granted the entry that says what was granted
     */
    Uni<Stored> store(ClaimedRun run, CanonicalGrant frozen, AuditEntry granted);

    /** @param isFirst false where an earlier attempt has stored the grant */
    record Stored(CanonicalGrant grant, boolean isFirst) {}

    Uni<Optional<Kept>> find(RunKey run);

    /** A grant as it was frozen. */
    record Kept(Grant grant, Instant frozenAt) {}
}
