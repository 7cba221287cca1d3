package dev.agenthost.im.telegram.inbound;

import com.fasterxml.jackson.databind.node.ObjectNode;
import org.jspecify.annotations.Nullable;

/**
 * The thread of a message: a topic of a forum, of a private chat, or of a channel's direct messages
 * (<a href="https://core.telegram.org/bots/api#message">Message</a>). {@code message_thread_id} alone is no topic: each reply in a
 * supergroup has one.
 */
record TelegramThread(@Nullable Long topic, @Nullable Long directMessagesTopic) {
    static final TelegramThread NONE = new TelegramThread(null, null);

    static TelegramThread of(TelegramObject message) {
        TelegramObject direct = message.object("direct_messages_topic");
        return new TelegramThread(
                message.flag("is_topic_message") ? message.number("message_thread_id") : null,
                direct == null ? null : direct.number("topic_id"));
    }

    /** Returns the thread's id in its conversation; null outside of any. */
    @Nullable
    String id() {
        Long id = topic == null ? directMessagesTopic : topic;
        return id == null ? null : id.toString();
    }

    /** Adds the thread to a target of answers. */
    void address(ObjectNode target) {
        if (topic != null) {
            target.put("message_thread_id", topic);
        }
        if (directMessagesTopic != null) {
            target.put("direct_messages_topic_id", directMessagesTopic);
        }
    }
}
