package dev.agenthost.im.telegram.inbound;

import com.fasterxml.jackson.databind.node.ObjectNode;
import dev.agenthost.protocol.event.ActorContext;
import org.jspecify.annotations.Nullable;

/** States what a message refers to: the message that it replies to, and the sender from whom it was forwarded. */
final class MessageOrigin {

    private MessageOrigin() {}

    /** Adds the message replied to, with its text, because it may be older than the bot's place in the chat. */
    static void addReply(TelegramObject message, ObjectNode data) {
        TelegramObject original = message.object("reply_to_message");
        Long id = original == null ? null : original.number("message_id");
        if (original != null && id != null) {
            ObjectNode reply = data.putObject("reply_to").put("message_id", id.toString());
            add(reply, TelegramActors.sender(original));
            put(reply, "text", MessageContent.text(original));
        }
        TelegramObject quote = message.object("quote");
        if (quote != null) {
            put(data, "quote", quote.text("text"));
        }
    }

    /** Adds the origin of a forwarded message (<a href="https://core.telegram.org/bots/api#messageorigin">MessageOrigin</a>). */
    static void addForward(TelegramObject message, ObjectNode data) {
        TelegramObject origin = message.object("forward_origin");
        String type = origin == null ? null : origin.text("type");
        if (origin == null || type == null) {
            return;
        }
        ObjectNode forward = data.putObject("forwarded_from").put("type", type);
        put(forward, "actor_name", origin.text("sender_user_name"));
        add(forward, TelegramActors.user(origin.object("sender_user")));
        add(forward, TelegramActors.chat(origin.object(type.equals("channel") ? "chat" : "sender_chat")));
    }

    private static void add(ObjectNode to, @Nullable ActorContext actor) {
        if (actor != null) {
            to.put("actor_type", actor.actorType());
            put(to, "actor_id", actor.actorId());
            put(to, "actor_name", actor.actorName());
        }
    }

    private static void put(ObjectNode to, String name, @Nullable String value) {
        if (value != null) {
            to.put(name, value);
        }
    }
}
