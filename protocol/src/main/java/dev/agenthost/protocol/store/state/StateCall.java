package dev.agenthost.protocol.store.state;

import com.fasterxml.jackson.databind.JsonNode;
import dev.agenthost.protocol.field.Fields;
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
        @Nullable Integer limit) {
    public StateCall {
        Fields.text(workspaceId, "workspace_id");
        Fields.required(runId, "run_id");
        Fields.within(attempt, 1, Integer.MAX_VALUE, "attempt");
        Fields.required(key, "key");
        if (limit != null) {
            Fields.within(limit, 1, 100, "limit");
        }
    }

    public static StateCall get(String workspaceId, RunId runId, int attempt, StateScopeKey key, String name) {
        return new StateCall(workspaceId, runId, attempt, null, key, name, null, null, null);
    }

    public static StateCall set(
            String workspaceId,
            RunId runId,
            int attempt,
            String operationId,
            StateScopeKey key,
            String name,
            JsonNode value) {
        return new StateCall(workspaceId, runId, attempt, operationId, key, name, value, null, null);
    }

    public static StateCall delete(
            String workspaceId, RunId runId, int attempt, String operationId, StateScopeKey key, String name) {
        return new StateCall(workspaceId, runId, attempt, operationId, key, name, null, null, null);
    }

    public static StateCall list(
            String workspaceId, RunId runId, int attempt, StateScopeKey key, @Nullable String prefix, int limit) {
        return new StateCall(workspaceId, runId, attempt, null, key, null, null, prefix, limit);
    }
}
