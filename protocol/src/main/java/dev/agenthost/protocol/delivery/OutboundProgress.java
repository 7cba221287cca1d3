package dev.agenthost.protocol.delivery;

import com.fasterxml.jackson.databind.JsonNode;
import dev.agenthost.protocol.error.Fields;
import dev.agenthost.protocol.id.EventId;
import dev.agenthost.protocol.id.RunId;
import dev.agenthost.protocol.result.UiProjection;
import org.jspecify.annotations.Nullable;

/**
 * A graph of actions as it stands ({@code agent.outbound.<adapter>}, type {@code dev.agenthost.outbound.progress}). Best effort; it
 * replaces the record before it with the same {@code projection.run_id}, also one of an earlier run.
 *
 * @param attempt of the run
 * @param sequence of the result in the attempt; a record with a lower position is older
 * @param text the graph as plain text, a line for each action
 * @param projection the graph
 */
public record OutboundProgress(
        RunId runId,
        int attempt,
        long sequence,
        EventId eventId,
        String workspaceId,
        String botId,
        @Nullable String conversationId,
        @Nullable String threadId,
        @Nullable JsonNode replyTarget,
        String text,
        UiProjection projection) {
    public OutboundProgress {
        Fields.required(runId, "run_id");
        Fields.within(attempt, 1, Integer.MAX_VALUE, "attempt");
        Fields.within(sequence, 1, Long.MAX_VALUE, "sequence");
        Fields.required(eventId, "event_id");
        Fields.text(workspaceId, "workspace_id");
        Fields.text(botId, "bot_id");
        replyTarget = Fields.nullable(replyTarget);
        Fields.text(text, "text");
        Fields.required(projection, "projection");
    }
}
