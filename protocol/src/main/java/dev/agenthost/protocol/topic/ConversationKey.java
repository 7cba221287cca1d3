package dev.agenthost.protocol.topic;

import com.fasterxml.jackson.annotation.JsonCreator;
import com.fasterxml.jackson.annotation.JsonValue;
import dev.agenthost.protocol.error.Fields;
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
        if (conversation == null) {
            return new ConversationKey(prefix(workspace, bot, null) + "~" + eventId);
        }
        return new ConversationKey(
                prefix(workspace, bot, conversation) + (thread == null ? "" : PercentEncoding.encode(thread)));
    }

    /** Returns the key of records that belong to no conversation: those of a workspace keep their order. */
    public static ConversationKey ofWorkspace(String workspace) {
        return new ConversationKey(PercentEncoding.encode(workspace));
    }

    /** What the keys of all threads of a conversation begin with; with no conversation, those of all that the bot is in. */
    public static String prefix(String workspace, String bot, @Nullable String conversation) {
        String owner = PercentEncoding.encode(workspace) + "/" + PercentEncoding.encode(bot) + "/";
        return conversation == null ? owner : owner + PercentEncoding.encode(conversation) + "/";
    }

    /** The partition, on every topic of the walk. */
    public int partition() {
        return ConversationPartitioner.of(value);
    }

    @Override
    @JsonValue
    public String toString() {
        return value;
    }
}
