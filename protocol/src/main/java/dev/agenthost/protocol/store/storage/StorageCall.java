package dev.agenthost.protocol.store.storage;

import dev.agenthost.protocol.field.Fields;
import dev.agenthost.protocol.id.RunId;
import org.jspecify.annotations.Nullable;

/**
 * A question to storage, or a change of it, of one attempt of a run.
 *
 * @param operationId of a change; the same one again does nothing and answers the same
 * @param key of the value; null where all keys are asked for
 * @param valueBase64 of a set, as {@link StorageValue} has it
 */
public record StorageCall(
        String workspaceId,
        RunId runId,
        int attempt,
        @Nullable String operationId,
        StorageOwner owner,
        @Nullable String key,
        @Nullable String valueBase64) {
    public StorageCall {
        Fields.text(workspaceId, "workspace_id");
        Fields.required(runId, "run_id");
        Fields.within(attempt, 1, Integer.MAX_VALUE, "attempt");
        Fields.required(owner, "owner");
    }

    public static StorageCall get(String workspaceId, RunId runId, int attempt, StorageOwner owner, String key) {
        return new StorageCall(workspaceId, runId, attempt, null, owner, key, null);
    }

    public static StorageCall set(
            String workspaceId,
            RunId runId,
            int attempt,
            String operationId,
            StorageOwner owner,
            String key,
            String valueBase64) {
        return new StorageCall(workspaceId, runId, attempt, operationId, owner, key, valueBase64);
    }

    public static StorageCall delete(
            String workspaceId, RunId runId, int attempt, String operationId, StorageOwner owner, String key) {
        return new StorageCall(workspaceId, runId, attempt, operationId, owner, key, null);
    }

    public static StorageCall keys(String workspaceId, RunId runId, int attempt, StorageOwner owner) {
        return new StorageCall(workspaceId, runId, attempt, null, owner, null, null);
    }
}
