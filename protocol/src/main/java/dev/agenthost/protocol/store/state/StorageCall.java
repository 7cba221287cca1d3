package dev.agenthost.protocol.store.state;

import dev.agenthost.protocol.error.Fields;
import dev.agenthost.protocol.error.InvalidFieldException;
import dev.agenthost.protocol.id.RunId;
import org.jspecify.annotations.Nullable;

/**
 * A read or change of storage by one attempt of a run.
 *
 * @param operationId of a change; a repeated id changes nothing and returns the same answer
 * @param key of the value; null to list the keys
 * @param valueBase64 of a set, as in {@link StorageValue}
 * @param prefix of keys: those that begin with it
 * @param after of keys: those that come after this one
 * @param limit of keys, 1 to {@link StorageLimits#MOST_KEYS}; all by default
 * @param ifMatch of a change: only if the value has this etag
 * @param ifAbsent of a set: only if no value exists
 */
public record StorageCall(
        String workspaceId,
        RunId runId,
        int attempt,
        @Nullable String operationId,
        StorageOwner owner,
        @Nullable String key,
        @Nullable String valueBase64,
        @Nullable String prefix,
        @Nullable String after,
        @Nullable Integer limit,
        @Nullable String ifMatch,
        @Nullable Boolean ifAbsent) {
    public StorageCall {
        Fields.text(workspaceId, "workspace_id");
        Fields.required(runId, "run_id");
        Fields.within(attempt, 1, Integer.MAX_VALUE, "attempt");
        Fields.required(owner, "owner");
        if (limit != null) {
            Fields.within(limit, 1, StorageLimits.MOST_KEYS, "limit");
        }
        if (ifMatch != null) {
            Fields.text(ifMatch, "if_match");
            if (Boolean.TRUE.equals(ifAbsent)) {
                throw new InvalidFieldException("if_absent", "contradicts if_match");
            }
        }
    }

    public static StorageCall get(String workspaceId, RunId runId, int attempt, StorageOwner owner, String key) {
        return new StorageCall(workspaceId, runId, attempt, null, owner, key, null, null, null, null, null, null);
    }

    public static StorageCall set(
            String workspaceId,
            RunId runId,
            int attempt,
            String operationId,
            StorageOwner owner,
            String key,
            String valueBase64) {
        return new StorageCall(
                workspaceId, runId, attempt, operationId, owner, key, valueBase64, null, null, null, null, null);
    }

    public static StorageCall delete(
            String workspaceId, RunId runId, int attempt, String operationId, StorageOwner owner, String key) {
        return new StorageCall(
                workspaceId, runId, attempt, operationId, owner, key, null, null, null, null, null, null);
    }

    public static StorageCall keys(String workspaceId, RunId runId, int attempt, StorageOwner owner) {
        return new StorageCall(workspaceId, runId, attempt, null, owner, null, null, null, null, null, null, null);
    }

    /** Returns the same change on condition: the value has that etag, or is absent. */
    public StorageCall provided(@Nullable String etag, boolean absent) {
        return new StorageCall(
                workspaceId,
                runId,
                attempt,
                operationId,
                owner,
                key,
                valueBase64,
                prefix,
                after,
                limit,
                etag,
                absent ? true : null);
    }

    /** Returns the same listing, limited to keys with that prefix, after that key, and to that number. */
    public StorageCall only(@Nullable String beginning, @Nullable String last, @Nullable Integer most) {
        return new StorageCall(
                workspaceId,
                runId,
                attempt,
                operationId,
                owner,
                key,
                valueBase64,
                beginning,
                last,
                most,
                ifMatch,
                ifAbsent);
    }

    /** Returns true for a page of keys, whose answer has {@code has_more}; false for all keys. */
    public boolean asksForPage() {
        return prefix != null || after != null || limit != null;
    }
}
