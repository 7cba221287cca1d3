package dev.agenthost.context.common;

import dev.agenthost.protocol.audit.AuditEntry;
import java.util.UUID;
import org.jspecify.annotations.Nullable;

/**
 * Identifies a write: one operation of one attempt of a run.
 *
 * @param operationId a write with the same id changes nothing and gets the same answer
 * @param audit of a change of state: the entry that is stored in its transaction; null if the caller records it
 */
public record WriteClaim(
        String workspaceId,
        UUID runId,
        int attempt,
        String operationId,
        @Nullable AuditEntry audit) {
    public WriteClaim(String workspaceId, UUID runId, int attempt, String operationId) {
        this(workspaceId, runId, attempt, operationId, null);
    }

    /** Returns the same claim of a change that is stored with an audit entry. */
    public WriteClaim audited(@Nullable AuditEntry entry) {
        return new WriteClaim(workspaceId, runId, attempt, operationId, entry);
    }
}
