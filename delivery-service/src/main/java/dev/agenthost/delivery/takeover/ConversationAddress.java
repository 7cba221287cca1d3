package dev.agenthost.delivery.takeover;

import dev.agenthost.protocol.error.InvalidFieldException;
import dev.agenthost.protocol.event.EventLimits;
import dev.agenthost.protocol.id.EventId;
import dev.agenthost.protocol.topic.ConversationKey;
import java.util.UUID;
import org.jspecify.annotations.Nullable;

/**
 * A conversation of a bot.
 *
 * @param threadId null outside of threads
 */
public record ConversationAddress(
        String workspaceId,
        String botId,
        String conversationId,
        @Nullable String threadId) {

    /** Only the key of an event without a conversation has the id of the event. */
    private static final EventId NO_EVENT = new EventId(new UUID(0, 0));

    public ConversationAddress {
        check("bot_id", botId);
        check("conversation_id", conversationId);
        if (threadId != null) {
            check("thread_id", threadId);
        }
    }

    /** Returns the key of the conversation, as records and sends have it. */
    public ConversationKey key() {
        return ConversationKey.of(workspaceId, botId, conversationId, threadId, NO_EVENT);
    }

    private static void check(String field, String id) {
        if (id.isEmpty() || id.length() > EventLimits.ID_CHARS || id.indexOf('\u0000') >= 0) {
            throw new InvalidFieldException(field, "must have 1 to " + EventLimits.ID_CHARS + " plain characters");
        }
    }
}
