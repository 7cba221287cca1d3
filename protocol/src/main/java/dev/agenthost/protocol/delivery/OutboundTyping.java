package dev.agenthost.protocol.delivery;

import com.fasterxml.jackson.databind.JsonNode;
import dev.agenthost.protocol.error.Fields;
import dev.agenthost.protocol.id.EventId;
import dev.agenthost.protocol.id.RunId;
import org.jspecify.annotations.Nullable;

/**
 * The start of work on an answer ({@code agent.outbound.<adapter>}, type {@code dev.agenthost.outbound.typing}). Best effort; the next
 * part of the run ends it.
 *
 * @param attempt of the run
 */
public record OutboundTyping(
        RunId runId,
        int attempt,
        EventId eventId,
        String workspaceId,
        String botId,
        @Nullable String conversationId,
        @Nullable String threadId,
        @Nullable JsonNode replyTarget) {
    public OutboundTyping {
        Fields.required(runId, "run_id");
        Fields.within(attempt, 1, Integer.MAX_VALUE, "attempt");
        Fields.required(eventId, "event_id");
        Fields.text(workspaceId, "workspace_id");
        Fields.text(botId, "bot_id");
        replyTarget = Fields.nullable(replyTarget);
    }
}
