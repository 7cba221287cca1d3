package dev.agenthost.protocol.topic;

import com.fasterxml.jackson.annotation.JsonCreator;
import com.fasterxml.jackson.annotation.JsonValue;
import dev.agenthost.protocol.error.Fields;
import dev.agenthost.protocol.id.EventId;
import dev.agenthost.protocol.id.PercentEncoding;
import org.jspecify.annotations.Nullable;

/**
 * The key within which records stay in order: {@code workspace/bot/conversation/thread}, each part percent-encoded, an
 * absent thread empty; {@code workspace/bot/~event_id} for an event without a conversation.
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

    /** Returns the key of records that belong to no conversation; the records of a workspace stay in order. */
    public static ConversationKey ofWorkspace(String workspace) {
        return new ConversationKey(PercentEncoding.encode(workspace));
    }

    /**
     * Returns the prefix of the keys of all threads of a conversation; without a conversation, of all conversations of
     * the bot.
     */
    public static String prefix(String workspace, String bot, @Nullable String conversation) {
        String owner = PercentEncoding.encode(workspace) + "/" + PercentEncoding.encode(bot) + "/";
        return conversation == null ? owner : owner + PercentEncoding.encode(conversation) + "/";
    }

    /** Returns the partition, on every topic between the services. */
    public int partition() {
        return ConversationPartitioner.of(value);
    }

    @Override
    @JsonValue
    public String toString() {
        return value;
    }
}
