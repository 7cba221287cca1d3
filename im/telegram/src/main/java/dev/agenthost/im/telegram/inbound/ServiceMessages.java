package dev.agenthost.im.telegram.inbound;

import com.fasterxml.jackson.databind.node.ArrayNode;
import dev.agenthost.protocol.event.ActorContext;
import java.util.List;
import java.util.Set;

/**
 * Maps service messages of groups. Each bot of a group receives them
 * (<a href="https://core.telegram.org/bots/features#privacy-mode">privacy mode</a>); {@code chat_member} reaches administrators only.
 */
final class ServiceMessages {
    static final String MEMBER_JOINED = "group.member_joined";
    static final String MEMBER_LEFT = "group.member_left";
    private static final String INFO_UPDATED = "group.info_updated";

    private static final Set<String> INFO = Set.of(
            "new_chat_title",
            "new_chat_photo",
            "delete_chat_photo",
            "message_auto_delete_timer_changed",
            "chat_background_set");

    private ServiceMessages() {}

    /** @param member the member of the message that says what happened */
    static UpdateMapping mapped(TelegramUpdate update, String member, TelegramChat chat) {
        TelegramObject message = update.content();
        List<TelegramObject> joined = message.list("new_chat_members");
        TelegramObject left = message.object("left_chat_member");
        if (!joined.isEmpty()) {
            return joined(update, chat, joined);
        }
        if (left != null) {
            return left(update, chat, left);
        }
        return INFO.contains(member)
                ? EventBody.of(update, INFO_UPDATED)
                        .in(chat)
                        .at(message.number("date"))
                        .by(TelegramActors.sender(message))
                        .about("group", chat.id())
                        .event()
                : PlatformEvents.mapped(update);
    }

    /** The actor is the person who added them, or the new member of an own accord (spec 000 §5.5). */
    private static UpdateMapping joined(TelegramUpdate update, TelegramChat chat, List<TelegramObject> joined) {
        List<ActorContext> members = joined.stream()
                .filter(member -> !update.bot().isUser(member))
                .map(TelegramActors::user)
                .filter(actor -> actor != null && actor.actorId() != null)
                .toList();
        if (members.isEmpty()) {
            return update.ignored("my_chat_member reports the bot's own membership.");
        }
        EventBody event = membership(update, MEMBER_JOINED, chat, members.getFirst());
        ArrayNode ids = event.data().putArray("member_ids");
        members.forEach(member -> ids.add(member.actorId()));
        return event.event();
    }

    private static UpdateMapping left(TelegramUpdate update, TelegramChat chat, TelegramObject left) {
        ActorContext member = TelegramActors.user(left);
        if (member == null) {
            return update.without("left_chat_member", "a user with an integer id");
        }
        return update.bot().isUser(left)
                ? update.ignored("my_chat_member reports the bot's own membership.")
                : membership(update, MEMBER_LEFT, chat, member).event();
    }

    private static EventBody membership(
            TelegramUpdate update, String eventType, TelegramChat chat, ActorContext member) {
        TelegramObject message = update.content();
        ActorContext actor = TelegramActors.sender(message);
        return EventBody.of(update, eventType)
                .in(chat)
                .at(message.number("date"))
                .by(actor == null ? member : actor)
                .about("membership", Long.parseLong(String.valueOf(member.actorId())));
    }
}
