package dev.agenthost.im.line.inbound;

import com.fasterxml.jackson.databind.node.ArrayNode;
import dev.agenthost.im.chat.payload.PlatformObject;
import java.util.List;
import java.util.Objects;

/**
 * Maps events of contacts, groups and rooms (https://developers.line.biz/en/reference/messaging-api/#follow-event and the sections after
 * it).
 */
final class LineChats {
    private static final String SOURCE = "source";

    private LineChats() {}

    /** A person added the bot as a friend or blocks it no longer, or blocks it. */
    static LineMapping friend(LineEvent event, String eventType) {
        LineSource source = event.source();
        if (source == null || !source.isPerson()) {
            return LineEvent.without(SOURCE, "a user with an id");
        }
        LineEventBody built = event.body(eventType).about("user", source.chatId());
        PlatformObject follow = event.content().object("follow");
        if (follow != null && follow.node().path("isUnblocked").isBoolean()) {
            built.data().put("is_unblocked", follow.node().path("isUnblocked").booleanValue());
        }
        return built.event();
    }

    /** The bot joined or left a group or a room. */
    static LineMapping changed(LineEvent event, String eventType) {
        LineSource source = event.source();
        return source == null || source.isPerson()
                ? LineEvent.without(SOURCE, "a group or a room with an id")
                : event.body(eventType).about("group", source.chatId()).event();
    }

    /**
     * One event names all members that joined or left together; the first one is its subject and actor. The platform withholds the ids of
     * members who have not agreed.
     *
     * @param member of the event that has the members
     */
    static LineMapping members(LineEvent event, String eventType, String member) {
        LineSource source = event.source();
        PlatformObject change = event.content().object(member);
        if (source == null || source.isPerson()) {
            return LineEvent.without(SOURCE, "a group or a room with an id");
        }
        if (change == null) {
            return LineEvent.without(member, "an object");
        }
        List<String> ids = change.list("members").stream()
                .map(person -> person.id("userId"))
                .filter(Objects::nonNull)
                .toList();
        LineEventBody built = event.body(eventType);
        if (!ids.isEmpty()) {
            built.by(ids.getFirst()).about("membership", ids.getFirst());
        }
        ArrayNode named = built.data().putArray("member_ids");
        ids.forEach(named::add);
        return built.event();
    }
}
