package dev.agenthost.protocol.delivery;

import com.fasterxml.jackson.annotation.JsonInclude;
import com.fasterxml.jackson.databind.JsonNode;
import dev.agenthost.protocol.error.Fields;
import dev.agenthost.protocol.id.EventId;
import dev.agenthost.protocol.id.RunId;
import dev.agenthost.protocol.message.Message;
import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * A complete part of an answer ({@code agent.outbound.<adapter>}, types {@code dev.agenthost.outbound.message}, {@code .failure} and
 * {@code .placeholder}).
 * {@code <run_id>/<part>} is its permanent id: a repetition has the same bytes.
 *
 * @param part counts from 1 over all attempts of the run
 * @param eventId of the answered event
 * @param replyTarget the platform's own address, copied from the event
 * @param text the text for people
 * @param message the whole message; null for a failure, a placeholder, and a part that carries only artifacts and actions
 * @param artifacts artifacts that the agent made since the previous part
 * @param actions edits and reactions that the agent requested since the previous part
 */
public record OutboundReply(
        RunId runId,
        int part,
        OutboundKind kind,
        EventId eventId,
        String workspaceId,
        String botId,
        @Nullable String conversationId,
        @Nullable String threadId,
        @Nullable JsonNode replyTarget,
        String text,
        @Nullable Message message,
        @JsonInclude(JsonInclude.Include.NON_EMPTY) List<OutboundArtifact> artifacts,
        @JsonInclude(JsonInclude.Include.NON_EMPTY) List<OutboundAction> actions) {
    public OutboundReply {
        Fields.required(runId, "run_id");
        Fields.within(part, 1, Integer.MAX_VALUE, "part");
        Fields.required(kind, "kind");
        Fields.required(eventId, "event_id");
        Fields.text(workspaceId, "workspace_id");
        Fields.text(botId, "bot_id");
        replyTarget = Fields.nullable(replyTarget);
        Fields.required(text, "text");
        artifacts = Fields.list(artifacts, "artifacts");
        actions = Fields.list(actions, "actions");
    }
}
