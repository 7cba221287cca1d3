package dev.agenthost.orchestrator.hostapi;

import com.fasterxml.jackson.databind.JsonNode;
import dev.agenthost.orchestrator.grant.Access;
import dev.agenthost.orchestrator.grant.reach.NamedPlace;
import dev.agenthost.orchestrator.hostapi.call.HostAction;
import dev.agenthost.orchestrator.hostapi.out.ModelCalls;
import dev.agenthost.orchestrator.hostapi.out.ToolCalls;
import dev.agenthost.protocol.store.file.FileLimits;
import java.util.Optional;
import org.jspecify.annotations.Nullable;

/**
 * What has to be granted for a call, so that it can be refused before it costs anybody anything. Empty where nothing has to be, or where
 * the call does not say what it wants, which its part refuses.
 */
final class CallRights {
    private CallRights() {}

    static Optional<Access> of(HostAction action, JsonNode data) {
        return switch (action) {
            case HISTORY_PAGE -> Optional.of(new Access.History(NamedPlace.of(data)));
            case HISTORY_SEARCH -> Optional.of(new Access.Search(NamedPlace.of(data.path("filters"))));
            case EVENT_GET -> Optional.of(new Access.Event(NamedPlace.of(data)));
            case EVENT_PAGE -> Optional.of(new Access.Events(NamedPlace.of(data)));
            case RUN_LIST -> Optional.of(new Access.Runs());
            case RUN_CANCEL -> Optional.of(new Access.CancelRun());
            case RUN_EVENTS_PAGE -> Optional.of(new Access.RunEvents());
            case GET_PROMPT -> Optional.of(new Access.Prompt());
            case STEERING_PULL -> Optional.of(new Access.Steering());
            case ARTIFACT_METADATA -> Optional.of(new Access.Artifact(false));
            case ARTIFACT_READ -> Optional.of(new Access.Artifact(true));
            case ARTIFACT_UPLOAD_TOKEN -> Optional.of(new Access.Upload());
            case GET_CONFIG_FILE ->
                named(text(data, "/file_key")).filter(FileLimits::isKey).map(Access.File::new);
            case GET_TOOL_DETAIL -> named(ToolCalls.named(data)).map(tool -> new Access.Tool(tool, "detail"));
            case CALL_TOOL -> named(ToolCalls.named(data)).map(tool -> new Access.Tool(tool, "call"));
            case RETRIEVE_KNOWLEDGE -> named(text(data, "/kb_id")).map(base -> new Access.Knowledge(base, "retrieve"));
            case INVOKE_LLM, INVOKE_LLM_STREAM, INVOKE_RERANK, COUNT_TOKENS ->
                named(ModelCalls.named(data)).map(model -> new Access.Model(model, ModelCalls.operation(action)));
            // A run may always look at itself, and of others learns no more than that they do not exist. What is kept
            // is refused by its parts.
            default -> Optional.empty();
        };
    }

    private static @Nullable String text(JsonNode data, String path) {
        return data.at(path).textValue();
    }

    private static Optional<String> named(@Nullable String name) {
        return Optional.ofNullable(name).filter(said -> !said.isBlank());
    }
}
