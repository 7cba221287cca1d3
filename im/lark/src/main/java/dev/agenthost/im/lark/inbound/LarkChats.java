package dev.agenthost.im.lark.inbound;

import com.fasterxml.jackson.databind.node.ArrayNode;
import dev.agenthost.im.chat.payload.PlatformObject;
import dev.agenthost.protocol.event.ActorContext;
import dev.agenthost.protocol.event.EventTypes;
import java.util.List;
import java.util.Objects;
import org.jspecify.annotations.Nullable;

/**
 * Maps events of chats and their members
 * (https://open.feishu.cn/document/uAjLw4CM/ukTMukTMukTM/reference/im-v1/chat-member-user/events/added and the pages beside it).
 */
final class LarkChats {
    private static final String CHAT = "chat_id";
    private static final String OPERATOR = "operator_id";
    private static final String ID = "the id of a chat";

    private LarkChats() {}

    /** One event names all members that joined or left together; the first one is its subject. */
    static LarkMapping members(LarkEvent event, String eventType) {
        String chat = event.content().id(CHAT);
        if (chat == null) {
            return event.without(CHAT, ID);
        }
        List<ActorContext> members = event.content().list("users").stream()
                .map(user -> event.person(user, "user_id"))
                .filter(Objects::nonNull)
                .toList();
        if (members.isEmpty()) {
            return event.without("users", "an array of persons with an open_id");
        }
        ActorContext operator = operator(event);
        LarkEventBody built = in(event, eventType, chat)
                .by(operator == null ? members.getFirst() : operator)
                .about("membership", String.valueOf(members.getFirst().actorId()));
        ArrayNode ids = built.data().putArray("member_ids");
        members.forEach(member -> ids.add(member.actorId()));
        return built.event();
    }

    /** Maps a change of the bot's own membership; that of a dissolved group, too. */
    static LarkMapping changed(LarkEvent event, String eventType) {
        String chat = event.content().id(CHAT);
        return chat == null
                ? event.without(CHAT, ID)
                : in(event, eventType, chat)
                        .by(operator(event))
                        .about(LarkEventBody.GROUP, chat)
                        .event();
    }

    static LarkMapping updated(LarkEvent event) {
        String chat = event.content().id(CHAT);
        if (chat == null) {
            return event.without(CHAT, ID);
        }
        LarkEventBody built =
                in(event, "group.info_updated", chat).by(operator(event)).about(LarkEventBody.GROUP, chat);
        PlatformObject after = event.content().object("after_change");
        if (after != null) {
            ArrayNode changed = built.data().putArray("changed");
            after.node().fieldNames().forEachRemaining(name -> {
                if (name.matches("[a-z0-9_]{1,64}")) {
                    changed.add(name);
                }
            });
            title(built, after);
        }
        return built.event();
    }

    /** A person opened the chat with the bot, for the first time or again. */
    static LarkMapping entered(LarkEvent event) {
        String chat = event.content().id(CHAT);
        return chat == null
                ? event.without(CHAT, ID)
                : LarkEventBody.of(event, EventTypes.PLATFORM_SPECIFIC)
                        .in(chat, "p2p", null, null)
                        .by(operator(event))
                        .event();
    }

    private static LarkEventBody in(LarkEvent event, String eventType, String chat) {
        LarkEventBody built = LarkEventBody.of(event, eventType).in(chat, LarkEventBody.GROUP, null, null);
        title(built, event.content());
        return built;
    }

    private static void title(LarkEventBody built, PlatformObject named) {
        String title = named.name("name");
        if (title != null) {
            built.data().withObjectProperty("chat").put("title", title);
        }
    }

    /** The name in the event is that of the group, not of the person. */
    private static @Nullable ActorContext operator(LarkEvent event) {
        ActorContext person = event.person(event.content(), OPERATOR);
        return person == null ? null : new ActorContext("user", person.actorId(), null, person.metadata());
    }
}
