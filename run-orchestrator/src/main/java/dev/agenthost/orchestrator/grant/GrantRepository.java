package dev.agenthost.orchestrator.grant;

import dev.agenthost.orchestrator.run.ClaimedRun;
import dev.agenthost.orchestrator.run.RunKey;
import dev.agenthost.protocol.audit.AuditEntry;
import io.smallrye.mutiny.Uni;
import java.time.Instant;
import java.util.Optional;

/** Stores grants: a later attempt, on another replica and with another manifest, has the same grant, and operators can read the grant of a run. */
public interface GrantRepository {
    /**
     * Stores the grant of a run that has none yet, and its audit entry in the same transaction. The run begins after that. If an
     * earlier attempt has stored a grant, that one is kept and returned, and the entry is not written.
     *
     * @param granted the audit entry of the grant
     */
    Uni<Stored> store(ClaimedRun run, CanonicalGrant frozen, AuditEntry granted);

    /** @param isFirst false if an earlier attempt has stored the grant */
    record Stored(CanonicalGrant grant, boolean isFirst) {}

    Uni<Optional<StoredGrant>> find(RunKey run);

    /** A grant as it was frozen. */
    record StoredGrant(Grant grant, Instant frozenAt) {}
}
