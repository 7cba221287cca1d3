package dev.agenthost.protocol.store.state;

import dev.agenthost.protocol.audit.AuditEntry;
import dev.agenthost.protocol.error.Fields;
import dev.agenthost.protocol.error.InvalidFieldException;
import dev.agenthost.protocol.id.RunId;
import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * Changes of one scope by an attempt: all are made, in their order and in one transaction, or none is.
 *
 * @param operationId a repeated id changes nothing and returns the same answer
 * @param key the scope
 * @param changes 1 to {@value #MOST}, each of another key
 * @param audit the entry to store in the transaction of the changes; null if the caller records it
 */
public record StateChanges(
        String workspaceId,
        RunId runId,
        int attempt,
        String operationId,
        StateScopeKey key,
        List<StateChange> changes,
        @Nullable AuditEntry audit) {
    /** Most changes of one call. */
    public static final int MOST = 20;

    public StateChanges {
        Fields.text(workspaceId, "workspace_id");
        Fields.required(runId, "run_id");
        Fields.within(attempt, 1, Integer.MAX_VALUE, "attempt");
        Fields.text(operationId, "operation_id");
        Fields.required(key, "key");
        changes = Fields.list(changes, MOST, "changes");
        if (changes.isEmpty()) {
            throw new InvalidFieldException("changes", "must have one change or more");
        }
        if (changes.stream().map(StateChange::key).distinct().count() < changes.size()) {
            throw new InvalidFieldException("changes", "must have a key at most once");
        }
    }

    /** Changes whose audit entry the caller records. */
    public StateChanges(
            String workspaceId,
            RunId runId,
            int attempt,
            String operationId,
            StateScopeKey key,
            List<StateChange> changes) {
        this(workspaceId, runId, attempt, operationId, key, changes, null);
    }
}
