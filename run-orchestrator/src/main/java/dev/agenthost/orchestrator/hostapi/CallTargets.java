package dev.agenthost.orchestrator.hostapi;

import com.fasterxml.jackson.databind.JsonNode;
import dev.agenthost.orchestrator.grant.ScopeRequest;
import dev.agenthost.orchestrator.hostapi.audit.CallTarget;
import dev.agenthost.orchestrator.hostapi.dispatch.HostAction;
import dev.agenthost.orchestrator.hostapi.dispatch.RunSession;
import dev.agenthost.orchestrator.hostapi.outbound.ModelCalls;
import dev.agenthost.orchestrator.hostapi.run.RunCalls;
import dev.agenthost.orchestrator.wire.TruncatedText;
import dev.agenthost.protocol.store.state.StateChanges;
import java.util.StringJoiner;
import org.jspecify.annotations.Nullable;

/** Names the target and the scope of a call for the audit (spec 000 §11), before the call's right is checked. */
final class CallTargets {
    private CallTargets() {}

    static CallTarget of(HostAction action, RunSession session, JsonNode data) {
        return new CallTarget(truncated(resource(action, session, data)), scope(action, session, data));
    }

    /** Returns the names of a call for a run that does not exist; its conversation is unknown. */
    static CallTarget of(HostAction action, JsonNode data) {
        String resource =
                switch (action) {
                    case RUN_GET, RUN_CANCEL, RUN_EVENTS_PAGE -> text(data, "target_run_id");
                    default -> resource(action, data);
                };
        return new CallTarget(truncated(resource), scope(action, data));
    }

    private static @Nullable String resource(HostAction action, RunSession session, JsonNode data) {
        return switch (action) {
            case RUN_GET, RUN_CANCEL, RUN_EVENTS_PAGE ->
                RunCalls.targetsItself(session, data) ? session.seenRunId().toString() : text(data, "target_run_id");
            default -> resource(action, data);
        };
    }

    /** Returns the resource of a call; null if the call names only its scope or a run. */
    private static @Nullable String resource(HostAction action, JsonNode data) {
        return switch (action) {
            case CALL_TOOL, GET_TOOL_DETAIL -> text(data, "tool_name");
            case RETRIEVE_KNOWLEDGE -> text(data, "kb_id");
            case INVOKE_LLM, INVOKE_LLM_STREAM, INVOKE_RERANK, COUNT_TOKENS -> ModelCalls.modelId(data);
            case ARTIFACT_METADATA, ARTIFACT_READ -> text(data, "artifact_id");
            case GET_CONFIG_FILE -> text(data, "file_key");
            case EVENT_GET -> text(data, "event_id");
            case STATE_GET,
                    STATE_SET,
                    STATE_DELETE,
                    SET_PLUGIN_STORAGE,
                    GET_PLUGIN_STORAGE,
                    DELETE_PLUGIN_STORAGE,
                    SET_WORKSPACE_STORAGE,
                    GET_WORKSPACE_STORAGE,
                    DELETE_WORKSPACE_STORAGE,
                    SET_BINARY_STORAGE,
                    GET_BINARY_STORAGE,
                    DELETE_BINARY_STORAGE -> text(data, "key");
            case STATE_LIST -> text(data, "prefix");
            case STATE_APPLY -> keys(data.path("changes"));
            case RUN_DELEGATE -> text(data, "agent_id");
            case TIMER_SET, TIMER_CANCEL -> text(data, "timer_id");
            case GET_LANGBOT_VERSION,
                    RUN_GET,
                    RUN_CANCEL,
                    RUN_EVENTS_PAGE,
                    HISTORY_PAGE,
                    HISTORY_SEARCH,
                    EVENT_PAGE,
                    RUN_LIST,
                    GET_PROMPT,
                    STEERING_PULL,
                    ARTIFACT_UPLOAD_TOKEN,
                    GET_PLUGIN_STORAGE_KEYS,
                    GET_WORKSPACE_STORAGE_KEYS,
                    GET_BINARY_STORAGE_KEYS -> null;
        };
    }

    /**
     * Returns the scope of a call: of state the named scope, of storage its owner, of history and events the requested conversation; of
     * any other call the run's own conversation, or the run if it has none.
     */
    private static @Nullable String scope(HostAction action, RunSession session, JsonNode data) {
        String named = scope(action, data);
        return switch (action) {
            case STATE_GET,
                    STATE_SET,
                    STATE_DELETE,
                    STATE_LIST,
                    STATE_APPLY,
                    SET_BINARY_STORAGE,
                    GET_BINARY_STORAGE,
                    DELETE_BINARY_STORAGE,
                    GET_BINARY_STORAGE_KEYS -> named;
            case HISTORY_PAGE, EVENT_GET, EVENT_PAGE -> scope(session, ScopeRequest.of(data));
            case HISTORY_SEARCH -> scope(session, ScopeRequest.of(data.path("filters")));
            default -> named == null ? scope(session, ScopeRequest.OWN) : named;
        };
    }

    /** Returns the scope that the call names; null if the call needs none. */
    private static @Nullable String scope(HostAction action, JsonNode data) {
        return switch (action) {
            case STATE_GET, STATE_SET, STATE_DELETE, STATE_LIST, STATE_APPLY -> truncated(text(data, "scope"));
            case SET_PLUGIN_STORAGE, GET_PLUGIN_STORAGE, DELETE_PLUGIN_STORAGE, GET_PLUGIN_STORAGE_KEYS -> "plugin";
            case SET_WORKSPACE_STORAGE, GET_WORKSPACE_STORAGE, DELETE_WORKSPACE_STORAGE, GET_WORKSPACE_STORAGE_KEYS ->
                "workspace";
            case SET_BINARY_STORAGE, GET_BINARY_STORAGE, DELETE_BINARY_STORAGE, GET_BINARY_STORAGE_KEYS ->
                truncated(text(data, "owner_type"));
            default -> null;
        };
    }

    /** Truncates to a longer limit than that of names: ids of conversations are longer. */
    private static String scope(RunSession session, ScopeRequest request) {
        return TruncatedText.line(session.grant().resolve(request).scope());
    }

    /** Returns the keys of changes, at most as many as one call may have; the caller truncates the text. */
    private static String keys(JsonNode changes) {
        StringJoiner keys = new StringJoiner(", ");
        for (int i = 0; i < Math.min(changes.size(), StateChanges.MOST); i++) {
            keys.add(changes.get(i).path("key").asText(""));
        }
        return keys.toString();
    }

    private static @Nullable String text(JsonNode data, String field) {
        return data.path(field).textValue();
    }

    private static @Nullable String truncated(@Nullable String name) {
        return name == null || name.isBlank() ? null : TruncatedText.name(name);
    }
}
