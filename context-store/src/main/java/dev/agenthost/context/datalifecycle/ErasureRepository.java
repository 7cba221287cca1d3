package dev.agenthost.context.datalifecycle;

import dev.agenthost.protocol.audit.AuditEntry;
import io.smallrye.mutiny.Uni;
import java.util.Optional;
import java.util.UUID;

/** Where erasures are asked for, and go on. */
public interface ErasureRepository {
    /** From its answer on nothing of it comes back: what is stored already goes step by step. */
    Uni<Erasure> ask(String workspaceId, UUID erasureId, ErasureTarget target, AuditEntry audit);

    /** Empty for one of another workspace. */
    Uni<Optional<Erasure>> find(String workspaceId, UUID erasureId);

    /** One bounded step of any. @return whether there was anything to do */
    Uni<Boolean> step();
}
