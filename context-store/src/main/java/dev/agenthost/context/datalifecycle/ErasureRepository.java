package dev.agenthost.context.datalifecycle;

import dev.agenthost.protocol.audit.AuditEntry;
import io.smallrye.mutiny.Uni;
import java.util.Optional;
import java.util.UUID;

/** Stores requests for erasure and carries them out. */
public interface ErasureRepository {
    /** Stores a request. Once it is answered, erased records are not stored again; stored ones are erased step by step. */
    Uni<Erasure> request(String workspaceId, UUID erasureId, ErasureTarget target, AuditEntry audit);

    /** Empty for an erasure of another workspace. */
    Uni<Optional<Erasure>> find(String workspaceId, UUID erasureId);

    /**
     * Carries out one bounded step of any erasure.
     *
     * @return true if there was anything to do
     */
    Uni<Boolean> step();
}
