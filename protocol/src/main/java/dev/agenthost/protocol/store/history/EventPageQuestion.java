package dev.agenthost.protocol.store.history;

import dev.agenthost.protocol.error.Fields;
import dev.agenthost.protocol.topic.RecordPosition;
import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * A page of the events of a conversation and thread, newest first. The answer includes every event up to the positions, or states
 * that it does not yet.
 *
 * @param eventTypes requested types; all by default
 * @param limit 1 to 100; 50 by default
 * @param existing true if an unknown conversation and thread is {@code not_found}; null if it is empty
 */
public record EventPageQuestion(
        String workspaceId,
        String botId,
        String conversationId,
        @Nullable String threadId,
        List<String> eventTypes,
        @Nullable String beforeCursor,
        Integer limit,
        List<RecordPosition> positions,
        @Nullable Boolean existing) {
    public EventPageQuestion {
        Fields.text(workspaceId, "workspace_id");
        Fields.text(botId, "bot_id");
        Fields.text(conversationId, "conversation_id");
        eventTypes = Fields.list(eventTypes, "event_types");
        limit = Fields.or(limit, 50);
        Fields.within(limit, 1, 100, "limit");
        positions = Fields.list(positions, "positions");
    }

    /** Leaves {@code existing} null. */
    public EventPageQuestion(
            String workspaceId,
            String botId,
            String conversationId,
            @Nullable String threadId,
            List<String> eventTypes,
            @Nullable String beforeCursor,
            Integer limit,
            List<RecordPosition> positions) {
        this(workspaceId, botId, conversationId, threadId, eventTypes, beforeCursor, limit, positions, null);
    }
}
