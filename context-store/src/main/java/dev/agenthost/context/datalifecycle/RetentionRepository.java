package dev.agenthost.context.datalifecycle;

import dev.agenthost.protocol.audit.AuditEntry;
import io.smallrye.mutiny.Uni;
import java.util.Optional;

/** Where retention is kept, and carried out. */
public interface RetentionRepository {
    Uni<Retention> find(String workspaceId);

    /** @param expected empty for whatever is there */
    Uni<RetentionWrite> put(String workspaceId, RetentionDays own, Optional<Integer> expected, AuditEntry audit);

    /** Drops what is too old for everybody. @return how many partitions */
    Uni<Integer> drop();

    /** One bounded step of deleting what is too old for its workspace. @return whether there is more to do */
    Uni<Boolean> step();
}
