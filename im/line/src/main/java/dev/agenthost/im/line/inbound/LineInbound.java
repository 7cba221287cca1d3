package dev.agenthost.im.line.inbound;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.node.ObjectNode;
import dev.agenthost.im.chat.payload.PlatformObject;
import dev.agenthost.protocol.event.EventTypes;
import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * Maps one event of a webhook to an event of the host (https://developers.line.biz/en/reference/messaging-api/#webhook-event-objects). Equal
 * events have equal outcomes; nothing fails.
 *
 * <pre>
 * message                      message.received
 * unsend                       message.recalled
 * follow, unfollow             friend.added, friend.removed
 * join, leave                  bot.invited_to_group, bot.removed_from_group
 * memberJoined, memberLeft     group.member_joined, group.member_left
 * postback                     the press of a question's button, or platform.specific
 * every other event            platform.specific
 * </pre>
 */
public final class LineInbound {
    static final String TYPE_NAME = "[A-Za-z0-9_]{1,64}";

    private static final String ID = "webhookEventId";
    private static final String MILLISECONDS = "[0-9]{1,15}";
    private static final String UNSEND = "unsend";

    /** Tokens that have a use of their own with the token of the channel: to reply once, and to mark messages as read. */
    private static final List<String> TOKENS = List.of("replyToken", "markAsReadToken");

    private LineInbound() {}

    /** @param payload an element of {@code events} */
    public static LineMapping map(@Nullable JsonNode payload, LineIdentity bot) {
        PlatformObject content = PlatformObject.of(payload);
        if (content == null) {
            return LineEvent.without("$", "an object");
        }
        String type = content.text("type");
        if (type == null || !type.matches(TYPE_NAME)) {
            return LineEvent.without("type", "the name of a type");
        }
        String id = content.id(ID);
        if (id == null) {
            return LineEvent.without(ID, "an id");
        }
        LineEvent event =
                new LineEvent(bot, id, type, seconds(content), LineSource.of(content.object("source")), content);
        // Another module of the account has the conversation and answers it; a person's wish to unsend is obeyed all
        // the same.
        return "standby".equals(content.text("mode")) && !type.equals(UNSEND)
                ? event.ignored("The channel is on standby.")
                : mapped(event);
    }

    private static LineMapping mapped(LineEvent event) {
        return switch (event.type()) {
            case "message" -> LineMessages.received(event);
            case UNSEND -> LineMessages.recalled(event);
            case "follow" -> LineChats.friend(event, "friend.added");
            case "unfollow" -> LineChats.friend(event, "friend.removed");
            case "join" -> LineChats.changed(event, "bot.invited_to_group");
            case "leave" -> LineChats.changed(event, "bot.removed_from_group");
            case "memberJoined" -> LineChats.members(event, "group.member_joined", "joined");
            case "memberLeft" -> LineChats.members(event, "group.member_left", "left");
            case "postback" -> LineButtons.pressed(event);
            // Those of later versions included: the raw payload has all that they say.
            default -> event.body(EventTypes.PLATFORM_SPECIFIC).event();
        };
    }

    /** Returns what is stored of an event or of a whole webhook: all but these tokens. */
    public static JsonNode withoutTokens(JsonNode payload) {
        JsonNode stored = payload.deepCopy();
        removeTokens(stored);
        return stored;
    }

    private static void removeTokens(JsonNode node) {
        if (node instanceof ObjectNode object) {
            object.remove(TOKENS);
        }
        node.forEach(LineInbound::removeTokens);
    }

    private static long seconds(PlatformObject event) {
        String text = event.text("timestamp");
        return text != null && text.matches(MILLISECONDS) ? Long.parseLong(text) / 1000 : 0;
    }
}
