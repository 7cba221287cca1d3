package dev.agenthost.im.telegram.inbound;

import com.fasterxml.jackson.databind.node.JsonNodeFactory;
import com.fasterxml.jackson.databind.node.ObjectNode;
import dev.agenthost.protocol.event.ActorContext;
import org.jspecify.annotations.Nullable;

/** The actors of updates. */
final class TelegramActors {
    private static final int LONGEST_NAME = 256;

    private TelegramActors() {}

    /**
     * Returns the sender of a message. {@code sender_chat} precedes {@code from}, which is a stand-in where a chat is the sender
     * (<a href="https://core.telegram.org/bots/api#message">Message</a>).
     */
    static @Nullable ActorContext sender(TelegramObject message) {
        ActorContext chat = chat(message.object("sender_chat"));
        return chat == null ? user(message.object("from")) : chat;
    }

    /** Returns a person or bot; null without an id. */
    static @Nullable ActorContext user(@Nullable TelegramObject user) {
        Long id = user == null ? null : user.number("id");
        if (user == null || id == null) {
            return null;
        }
        ObjectNode metadata = JsonNodeFactory.instance.objectNode();
        copy(user, "username", metadata);
        copy(user, "language_code", metadata);
        String first = user.text("first_name");
        String last = user.text("last_name");
        String name = first == null ? last : last == null ? first : first + " " + last;
        return new ActorContext(user.flag("is_bot") ? "bot" : "user", id.toString(), plain(name), metadata);
    }

    /** Returns a chat that acts: a channel, or the group of an anonymous administrator. */
    static @Nullable ActorContext chat(@Nullable TelegramObject object) {
        TelegramChat chat = TelegramChat.of(object);
        if (object == null || chat == null) {
            return null;
        }
        ObjectNode metadata = JsonNodeFactory.instance.objectNode();
        copy(object, "username", metadata);
        metadata.put("chat_type", chat.type());
        return new ActorContext("chat", Long.toString(chat.id()), plain(chat.title()), metadata);
    }

    private static void copy(TelegramObject from, String name, ObjectNode to) {
        String text = from.text(name);
        if (text != null) {
            to.put(name, text);
        }
    }

    /** Returns the name without control characters, which names of events must not have, and within their length. */
    private static @Nullable String plain(@Nullable String name) {
        if (name == null) {
            return null;
        }
        String plain = name.replaceAll("\\p{Cntrl}", " ").strip();
        String within = plain.length() > LONGEST_NAME ? plain.substring(0, LONGEST_NAME - 1) : plain;
        return within.isEmpty() ? null : within;
    }
}
