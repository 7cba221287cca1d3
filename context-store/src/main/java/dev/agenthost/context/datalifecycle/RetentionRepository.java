package dev.agenthost.context.datalifecycle;

import dev.agenthost.protocol.audit.AuditEntry;
import io.smallrye.mutiny.Uni;
import java.util.Optional;

/** Stores the retention of workspaces and deletes what is too old. */
public interface RetentionRepository {
    Uni<Retention> find(String workspaceId);

    /** @param expected empty for any stored version */
    Uni<RetentionWrite> put(String workspaceId, RetentionDays own, Optional<Integer> expected, AuditEntry audit);

    /**
     * Drops partitions that are too old for every workspace.
     *
     * @return the number of dropped partitions
     */
    Uni<Integer> drop();

    /**
     * Carries out one bounded step of deleting what is too old for its workspace.
     *
     * @return true if there is more to do
     */
    Uni<Boolean> step();
}
