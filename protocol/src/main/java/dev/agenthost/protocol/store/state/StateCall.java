package dev.agenthost.protocol.store.state;

import com.fasterxml.jackson.databind.JsonNode;
import dev.agenthost.protocol.audit.AuditEntry;
import dev.agenthost.protocol.error.Fields;
import dev.agenthost.protocol.error.InvalidFieldException;
import dev.agenthost.protocol.id.RunId;
import org.jspecify.annotations.Nullable;

/**
 * A read or change of state by an attempt.
 *
 * @param operationId of a change; a repeated id changes nothing and returns the same answer
 * @param name of the value; null for a list
 * @param value of a set; any JSON
 * @param prefix of a list
 * @param limit of a list, 1 to 100
 * @param after of a list: names that come after this one
 * @param ifMatch of a change: only if the value has this etag
 * @param ifAbsent of a set: only if no value exists
 * @param audit of a change: the entry to store in its transaction; null if the caller records it
 */
public record StateCall(
        String workspaceId,
        RunId runId,
        int attempt,
        @Nullable String operationId,
        StateScopeKey key,
        @Nullable String name,
        @Nullable JsonNode value,
        @Nullable String prefix,
        @Nullable Integer limit,
        @Nullable String after,
        @Nullable String ifMatch,
        @Nullable Boolean ifAbsent,
        @Nullable AuditEntry audit) {
    public StateCall {
        Fields.text(workspaceId, "workspace_id");
        Fields.required(runId, "run_id");
        Fields.within(attempt, 1, Integer.MAX_VALUE, "attempt");
        Fields.required(key, "key");
        if (limit != null) {
            Fields.within(limit, 1, 100, "limit");
        }
        if (ifMatch != null) {
            Fields.text(ifMatch, "if_match");
            if (Boolean.TRUE.equals(ifAbsent)) {
                throw new InvalidFieldException("if_absent", "contradicts if_match");
            }
        }
    }

    public static StateCall get(String workspaceId, RunId runId, int attempt, StateScopeKey key, String name) {
        return new StateCall(workspaceId, runId, attempt, null, key, name, null, null, null, null, null, null, null);
    }

    public static StateCall set(
            String workspaceId,
            RunId runId,
            int attempt,
            String operationId,
            StateScopeKey key,
            String name,
            JsonNode value) {
        return new StateCall(
                workspaceId, runId, attempt, operationId, key, name, value, null, null, null, null, null, null);
    }

    public static StateCall delete(
            String workspaceId, RunId runId, int attempt, String operationId, StateScopeKey key, String name) {
        return new StateCall(
                workspaceId, runId, attempt, operationId, key, name, null, null, null, null, null, null, null);
    }

    public static StateCall list(
            String workspaceId, RunId runId, int attempt, StateScopeKey key, @Nullable String prefix, int limit) {
        return new StateCall(workspaceId, runId, attempt, null, key, null, null, prefix, limit, null, null, null, null);
    }

    /** Returns the same change on condition: the value has that etag, or is absent. */
    public StateCall provided(@Nullable String etag, boolean absent) {
        return with(after, etag, absent ? true : null, audit);
    }

    /** Returns the same list, from the names after this one. */
    public StateCall from(@Nullable String last) {
        return with(last, ifMatch, ifAbsent, audit);
    }

    /** Returns the same change with its audit entry. */
    public StateCall audited(@Nullable AuditEntry entry) {
        return with(after, ifMatch, ifAbsent, entry);
    }

    private StateCall with(
            @Nullable String last, @Nullable String etag, @Nullable Boolean absent, @Nullable AuditEntry entry) {
        return new StateCall(
                workspaceId, runId, attempt, operationId, key, name, value, prefix, limit, last, etag, absent, entry);
    }
}
