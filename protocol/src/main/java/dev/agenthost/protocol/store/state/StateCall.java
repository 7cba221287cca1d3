package dev.agenthost.protocol.store.state;

import com.fasterxml.jackson.databind.JsonNode;
import dev.agenthost.protocol.error.Fields;
import dev.agenthost.protocol.error.InvalidFieldException;
import dev.agenthost.protocol.id.RunId;
import org.jspecify.annotations.Nullable;

/**
 * A state question or change of one attempt of a run.
 *
 * @param operationId of a change; the same one again does nothing and answers the same
 * @param name of the value; null for a list
 * @param value of a set; any JSON
 * @param prefix of a list
 * @param limit of a list, 1 to 100
 * @param after of a list: names that come after this one
 * @param ifMatch of a change: only where the value has this etag
 * @param ifAbsent of a set: only where there is no value
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
        @Nullable Boolean ifAbsent) {
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
        return new StateCall(workspaceId, runId, attempt, null, key, name, null, null, null, null, null, null);
    }

    public static StateCall set(
            String workspaceId,
            RunId runId,
            int attempt,
            String operationId,
            StateScopeKey key,
            String name,
            JsonNode value) {
        return new StateCall(workspaceId, runId, attempt, operationId, key, name, value, null, null, null, null, null);
    }

    public static StateCall delete(
            String workspaceId, RunId runId, int attempt, String operationId, StateScopeKey key, String name) {
        return new StateCall(workspaceId, runId, attempt, operationId, key, name, null, null, null, null, null, null);
    }

    public static StateCall list(
            String workspaceId, RunId runId, int attempt, StateScopeKey key, @Nullable String prefix, int limit) {
        return new StateCall(workspaceId, runId, attempt, null, key, null, null, prefix, limit, null, null, null);
    }

    /** The same change, done only where the value is as expected: with that etag, or absent. */
    public StateCall provided(@Nullable String etag, boolean absent) {
        return new StateCall(
                workspaceId,
                runId,
                attempt,
                operationId,
                key,
                name,
                value,
                prefix,
                limit,
                after,
                etag,
                absent ? true : null);
    }

    /** The same list, from the names that come after this one. */
    public StateCall from(@Nullable String last) {
        return new StateCall(
                workspaceId, runId, attempt, operationId, key, name, value, prefix, limit, last, ifMatch, ifAbsent);
    }
}
