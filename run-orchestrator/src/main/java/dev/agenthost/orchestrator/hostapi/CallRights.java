package dev.agenthost.orchestrator.hostapi;

import com.fasterxml.jackson.databind.JsonNode;
import dev.agenthost.orchestrator.grant.AccessRequest;
import dev.agenthost.orchestrator.grant.ScopeRequest;
import dev.agenthost.orchestrator.hostapi.dispatch.HostAction;
import dev.agenthost.orchestrator.hostapi.outbound.ModelCalls;
import dev.agenthost.orchestrator.hostapi.outbound.ToolCalls;
import dev.agenthost.protocol.store.artifact.FileLimits;
import java.util.Optional;
import org.jspecify.annotations.Nullable;

/**
 * Names the access that a call needs, so that a refusal costs nothing. Empty if the call needs no grant, or lacks the name, which its
 * handler refuses.
 */
final class CallRights {
    private CallRights() {}

    static Optional<AccessRequest> of(HostAction action, JsonNode data) {
        return switch (action) {
            case HISTORY_PAGE -> Optional.of(new AccessRequest.History(ScopeRequest.of(data)));
            case HISTORY_SEARCH -> Optional.of(new AccessRequest.Search(ScopeRequest.of(data.path("filters"))));
            case EVENT_GET -> Optional.of(new AccessRequest.Event(ScopeRequest.of(data)));
            case EVENT_PAGE -> Optional.of(new AccessRequest.Events(ScopeRequest.of(data)));
            case RUN_LIST -> Optional.of(new AccessRequest.Runs());
            case RUN_CANCEL -> Optional.of(new AccessRequest.CancelRun());
            case RUN_EVENTS_PAGE -> Optional.of(new AccessRequest.RunEvents());
            case RUN_DELEGATE -> named(text(data, "/agent_id")).map(AccessRequest.Delegation::new);
            case TIMER_SET, TIMER_CANCEL -> Optional.of(new AccessRequest.Timer());
            case GET_PROMPT -> Optional.of(new AccessRequest.Prompt());
            case STEERING_PULL -> Optional.of(new AccessRequest.Steering());
            case ARTIFACT_METADATA -> Optional.of(new AccessRequest.Artifact(false));
            case ARTIFACT_READ -> Optional.of(new AccessRequest.Artifact(true));
            case ARTIFACT_UPLOAD_TOKEN -> Optional.of(new AccessRequest.Upload());
            case GET_CONFIG_FILE ->
                named(text(data, "/file_key")).filter(FileLimits::isKey).map(AccessRequest.File::new);
            case GET_TOOL_DETAIL -> named(ToolCalls.toolName(data)).map(tool -> new AccessRequest.Tool(tool, "detail"));
            case CALL_TOOL -> named(ToolCalls.toolName(data)).map(tool -> new AccessRequest.Tool(tool, "call"));
            case RETRIEVE_KNOWLEDGE ->
                named(text(data, "/kb_id")).map(base -> new AccessRequest.Knowledge(base, "retrieve"));
            case INVOKE_LLM, INVOKE_LLM_STREAM, INVOKE_RERANK, COUNT_TOKENS ->
                named(ModelCalls.modelId(data))
                        .map(model -> new AccessRequest.Model(model, ModelCalls.operation(action)));
            // A run may always read itself; another run does not exist for it. State and storage calls
            // are refused by their handlers.
            default -> Optional.empty();
        };
    }

    private static @Nullable String text(JsonNode data, String path) {
        return data.at(path).textValue();
    }

    private static Optional<String> named(@Nullable String name) {
        return Optional.ofNullable(name).filter(value -> !value.isBlank());
    }
}
