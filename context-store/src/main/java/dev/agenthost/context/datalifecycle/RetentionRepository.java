package dev.agenthost.context.datalifecycle;

import dev.agenthost.platform.rest.ExpectedVersion;
import dev.agenthost.platform.rest.WriteOutcome;
import dev.agenthost.protocol.audit.AuditEntry;
import io.smallrye.mutiny.Uni;

/** Stores the retention of workspaces and deletes what is too old. */
public interface RetentionRepository {
    Uni<Retention> find(String workspaceId);

    Uni<WriteOutcome<Retention>> put(String workspaceId, RetentionDays own, ExpectedVersion expected, AuditEntry audit);

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
