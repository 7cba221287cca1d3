package dev.agenthost.protocol.store.history;

import dev.agenthost.protocol.error.Fields;
import dev.agenthost.protocol.topic.RecordPosition;
import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * One event of a conversation and thread, or one outside any. The answer considers every event up to the positions, or states that
 * it does not yet.
 *
 * @param conversationId null for an event outside any conversation
 */
public record EventQuestion(
        String workspaceId,
        String botId,
        @Nullable String conversationId,
        @Nullable String threadId,
        String eventId,
        List<RecordPosition> positions) {
    public EventQuestion {
        Fields.text(workspaceId, "workspace_id");
        Fields.text(botId, "bot_id");
        Fields.text(eventId, "event_id");
        positions = Fields.list(positions, "positions");
    }
}
