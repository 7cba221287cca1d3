package dev.agenthost.protocol.delivery;

import com.fasterxml.jackson.databind.JsonNode;
import dev.agenthost.protocol.error.Fields;
import dev.agenthost.protocol.id.EventId;
import dev.agenthost.protocol.id.RunId;
import org.jspecify.annotations.Nullable;

/**
 * The next increment of an unfinished part ({@code agent.outbound.<adapter>}, type {@code dev.agenthost.outbound.delta}). Deltas are
 * best effort: they may stop at any point. The {@link OutboundReply} of the part is always sent and replaces them.
 *
 * @param attempt of the run; a higher attempt restarts the part
 * @param sequence counts from 1 in each attempt of each part; after a gap, an adapter should not show later deltas
 * @param text an increment
 */
public record OutboundDelta(
        RunId runId,
        int part,
        int attempt,
        int sequence,
        EventId eventId,
        String workspaceId,
        String botId,
        @Nullable String conversationId,
        @Nullable String threadId,
        @Nullable JsonNode replyTarget,
        String text) {
    public OutboundDelta {
        Fields.required(runId, "run_id");
        Fields.within(part, 1, Integer.MAX_VALUE, "part");
        Fields.within(attempt, 1, Integer.MAX_VALUE, "attempt");
        Fields.within(sequence, 1, Integer.MAX_VALUE, "sequence");
        Fields.required(eventId, "event_id");
        Fields.text(workspaceId, "workspace_id");
        Fields.text(botId, "bot_id");
        replyTarget = Fields.nullable(replyTarget);
        Fields.required(text, "text");
    }
}
