package dev.agenthost.im.onebot.inbound;

import com.fasterxml.jackson.databind.node.JsonNodeFactory;
import com.fasterxml.jackson.databind.node.ObjectNode;
import dev.agenthost.protocol.event.ActorContext;
import org.jspecify.annotations.Nullable;

/** The actors of events. */
final class OneBotActors {
    private static final int LONGEST_NAME = 256;

    private OneBotActors() {}

    /**
     * Returns the sender of a message: in a group by the name on its card, an anonymous one by its anonymous id
     * (https://github.com/botuniverse/onebot-11/blob/master/event/message.md). The members of {@code sender} are best effort there.
     */
    static @Nullable ActorContext sender(OneBotObject message) {
        OneBotObject anonymous = message.object("anonymous");
        if (anonymous != null && anonymous.text("id") != null) {
            ObjectNode metadata = JsonNodeFactory.instance.objectNode().put("anonymous", true);
            return new ActorContext(
                    "user", "anonymous_" + anonymous.text("id"), plain(anonymous.text("name")), metadata);
        }
        Long id = message.id("user_id");
        if (id == null) {
            return null;
        }
        OneBotObject sender = message.object("sender");
        ObjectNode metadata = JsonNodeFactory.instance.objectNode();
        if (sender == null) {
            return new ActorContext("user", id.toString(), null, metadata);
        }
        for (String fact : new String[] {"nickname", "role", "title"}) {
            String value = plain(sender.text(fact));
            if (value != null) {
                metadata.put(fact, value);
            }
        }
        String card = plain(sender.text("card"));
        return new ActorContext("user", id.toString(), card == null ? plain(sender.text("nickname")) : card, metadata);
    }

    /** Returns a person by the id in that member; null without one. */
    static @Nullable ActorContext user(OneBotObject event, String member) {
        Long id = event.id(member);
        return id == null ? null : new ActorContext("user", id.toString(), null, JsonNodeFactory.instance.objectNode());
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
