package dev.agenthost.protocol.topic;

import com.fasterxml.jackson.annotation.JsonCreator;
import com.fasterxml.jackson.annotation.JsonValue;
import dev.agenthost.protocol.field.Fields;
import dev.agenthost.protocol.id.EventId;
import dev.agenthost.protocol.id.PercentEncoding;
import org.jspecify.annotations.Nullable;

/**
 * What order is kept for: {@code workspace/bot/conversation/thread}, each part percent-encoded, an absent thread empty;
 * {@code workspace/bot/~event_id} for an event without a conversation.
 */
public record ConversationKey(String value) {
    @JsonCreator
    public ConversationKey {
        Fields.text(value, "conversation_key");
    }

    public static ConversationKey of(
            String workspace, String bot, @Nullable String conversation, @Nullable String thread, EventId eventId) {
        String owner = PercentEncoding.encode(workspace) + "/" + PercentEncoding.encode(bot) + "/";
        if (conversation == null) {
            return new ConversationKey(owner + "~" + eventId);
        }
        return new ConversationKey(owner + PercentEncoding.encode(conversation) + "/"
                + (thread == null ? "" : PercentEncoding.encode(thread)));
    }

    /** The partition, on every topic of the walk. */
    public int partition() {
        return Partitions.of(value);
    }

    @Override
    @JsonValue
    public String toString() {
        return value;
    }
}
