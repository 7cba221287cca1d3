package dev.agenthost.im.onebot.inbound;

import dev.agenthost.protocol.event.ActorContext;
import dev.agenthost.protocol.event.EventTypes;
import org.jspecify.annotations.Nullable;

/** Maps notices (https://github.com/botuniverse/onebot-11/blob/master/event/notice.md). */
final class NoticeEvents {
    private static final String OPERATOR = "operator_id";
    private static final String USER = "user_id";

    private NoticeEvents() {}

    static OneBotMapping mapped(OneBotEvent event) {
        OneBotObject notice = event.content();
        String type = notice.text("notice_type");
        if (type == null) {
            return event.without("notice_type", "a text");
        }
        return switch (type) {
            case "group_increase" -> membership(event, "group.member_joined", "bot.invited_to_group");
            case "group_decrease" -> membership(event, "group.member_left", "bot.removed_from_group");
            case "group_ban" -> ban(event);
            case "group_recall", "friend_recall" -> recall(event);
            case "friend_add" -> friend(event);
            default -> other(event);
        };
    }

    /** {@code kick_me} is the bot's own removal. */
    private static OneBotMapping membership(OneBotEvent event, String ofMember, String ofBot) {
        OneBotObject notice = event.content();
        Long group = notice.id("group_id");
        Long user = notice.id(USER);
        if (group == null) {
            return event.without("group_id", "a positive integer");
        }
        if (user == null) {
            return event.without(USER, "a positive integer");
        }
        OneBotChat chat = OneBotChat.group(group);
        boolean isBot = event.isOfBot(user) || "kick_me".equals(notice.text("sub_type"));
        return isBot
                ? OneBotEventBody.of(event, ofBot)
                        .in(chat, null, null)
                        .by(OneBotActors.user(notice, OPERATOR))
                        .about("group", group.toString())
                        .event()
                : OneBotEventBody.of(event, ofMember)
                        .in(chat, null, null)
                        .by(operatorOr(notice, USER))
                        .about("membership", user.toString())
                        .event();
    }

    /** A ban of OneBot is a mute. That of another member has no stable name. */
    private static OneBotMapping ban(OneBotEvent event) {
        OneBotObject notice = event.content();
        Long group = notice.id("group_id");
        if (group == null) {
            return event.without("group_id", "a positive integer");
        }
        if (!event.isOfBot(notice.id(USER))) {
            return other(event);
        }
        boolean isLifted = "lift_ban".equals(notice.text("sub_type"));
        return OneBotEventBody.of(event, isLifted ? "bot.unmuted" : "bot.muted")
                .in(OneBotChat.group(group), null, null)
                .by(OneBotActors.user(notice, OPERATOR))
                .about("group", group.toString())
                .event();
    }

    private static OneBotMapping recall(OneBotEvent event) {
        OneBotObject notice = event.content();
        OneBotChat chat = OneBotChat.of(notice);
        Long messageId = notice.number("message_id");
        if (chat == null) {
            return event.without(USER, "a positive integer");
        }
        if (messageId == null) {
            return event.without("message_id", "an integer");
        }
        return OneBotEventBody.of(event, "message.recalled")
                .in(chat, null, null)
                .by(operatorOr(notice, USER))
                .about("message", messageId.toString())
                .event();
    }

    private static OneBotMapping friend(OneBotEvent event) {
        Long user = event.content().id(USER);
        return user == null
                ? event.without(USER, "a positive integer")
                : OneBotEventBody.of(event, "friend.added")
                        .in(OneBotChat.person(user), null, null)
                        .by(OneBotActors.user(event.content(), USER))
                        .about("user", user.toString())
                        .event();
    }

    /** Other notices, those of later versions and of extensions included. Their facts are in {@code data}, all else in the raw payload. */
    private static OneBotMapping other(OneBotEvent event) {
        OneBotObject notice = event.content();
        OneBotEventBody built =
                OneBotEventBody.of(event, EventTypes.PLATFORM_SPECIFIC).by(operatorOr(notice, USER));
        OneBotChat chat = OneBotChat.of(notice);
        if (chat != null) {
            built.in(chat, null, null);
        }
        for (String member : new String[] {USER, "target_id", "duration", "honor_type"}) {
            String value = notice.text(member);
            if (value != null) {
                built.data().put(member, value);
            }
        }
        OneBotObject file = notice.object("file");
        String name = file == null ? null : file.text("name");
        if (name != null) {
            built.data().put("file_name", name);
        }
        return built.event();
    }

    /** Returns who acted: an operator, or the person of an own accord. */
    private static @Nullable ActorContext operatorOr(OneBotObject notice, String person) {
        ActorContext operator = OneBotActors.user(notice, OPERATOR);
        return operator == null ? OneBotActors.user(notice, person) : operator;
    }
}
