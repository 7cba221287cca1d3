package dev.agenthost.im.onebot.inbound;

import com.fasterxml.jackson.databind.JsonNode;
import java.util.Objects;
import java.util.stream.Collectors;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;

/**
 * Maps an event of OneBot 11 to an event of the host. Equal events have equal outcomes; nothing fails.
 *
 * <pre>
 * message       message.received; a notice of the group platform.specific
 * notice        group.*, bot.*, friend.added, message.recalled, or platform.specific
 * request       friend.request_received, or platform.specific
 * meta_event    none
 * </pre>
 *
 * Source: https://github.com/botuniverse/onebot-11/blob/master/event/README.md.
 */
public final class OneBotInbound {

    private OneBotInbound() {}

    /**
     * Maps one event, received by HTTP POST or by a WebSocket.
     *
     * @param payload the JSON that the implementation sent
     * @param botId id of the bot in the host
     */
    public static OneBotMapping map(@Nullable JsonNode payload, String botId) {
        OneBotObject event = OneBotObject.of(payload);
        if (event == null) {
            return new OneBotMapping.Unreadable("$", "must be a JSON object");
        }
        String postType = event.text("post_type");
        if (postType == null) {
            return new OneBotMapping.Unreadable("post_type", "must be a text");
        }
        Long selfId = event.id("self_id");
        if (selfId == null) {
            return new OneBotMapping.Unreadable("self_id", "must be a positive integer");
        }
        Long time = event.number("time");
        if (time == null) {
            return new OneBotMapping.Unreadable("time", "must be an integer");
        }
        return mapped(postType, new OneBotEvent(botId, type(postType, event), selfId, time, event));
    }

    private static OneBotMapping mapped(String postType, OneBotEvent event) {
        return switch (postType) {
            case "message" -> MessageEvents.mapped(event);
            case "notice" -> NoticeEvents.mapped(event);
            case "request" -> RequestEvents.mapped(event);
            case "meta_event" -> event.ignored("It is about the connection.");
            // An extension of implementations: messages that the account itself sent.
            case "message_sent" -> event.ignored("The message is the bot's own.");
            default -> new OneBotMapping.Unreadable("post_type", "must be message, notice, request or meta_event");
        };
    }

    private static String type(String postType, OneBotObject event) {
        return Stream.of(postType, event.text(postType + "_type"), event.text("sub_type"))
                .filter(Objects::nonNull)
                // A type is a name of the standard; anything else stays out of the event.
                .filter(name -> name.matches("[a-z0-9_]{1,64}"))
                .collect(Collectors.joining("."));
    }
}
