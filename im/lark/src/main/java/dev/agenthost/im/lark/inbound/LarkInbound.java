package dev.agenthost.im.lark.inbound;

import com.fasterxml.jackson.databind.JsonNode;
import dev.agenthost.im.chat.payload.PlatformObject;
import dev.agenthost.protocol.event.EventTypes;
import org.jspecify.annotations.Nullable;

/**
 * Maps an event or a callback in version 2.0 to an event of the host. Equal payloads have equal outcomes; nothing fails.
 *
 * <pre>
 * im.message.receive_v1                          message.received
 * im.message.recalled_v1                         message.recalled
 * im.message.reaction.created_v1, deleted_v1     message.reaction
 * im.chat.member.user.*_v1                       group.member_joined, group.member_left
 * im.chat.member.bot.*_v1, im.chat.disbanded_v1  bot.invited_to_group, bot.removed_from_group
 * im.chat.updated_v1                             group.info_updated
 * card.action.trigger                            the press of a question's button, or platform.specific
 * every other type                               platform.specific
 * </pre>
 */
public final class LarkInbound {
    private static final String SCHEMA = "2.0";
    private static final long MILLIS = 1000;

    private LarkInbound() {}

    /** @param payload the decrypted JSON */
    public static LarkMapping map(@Nullable JsonNode payload, LarkIdentity bot) {
        PlatformObject root = PlatformObject.of(payload);
        if (root == null) {
            return new LarkMapping.Unreadable("$", "must be a JSON object");
        }
        if (!SCHEMA.equals(root.text("schema"))) {
            return new LarkMapping.Unreadable("schema", "must be 2.0");
        }
        PlatformObject header = root.object("header");
        String id = header == null ? null : header.id("event_id");
        String type = header == null ? null : header.text("event_type");
        if (header == null || id == null) {
            return new LarkMapping.Unreadable("header.event_id", "must be a text of at most 200 characters");
        }
        if (type == null || !type.matches("[A-Za-z0-9_.]{1,128}")) {
            return new LarkMapping.Unreadable("header.event_type", "must be the name of a type");
        }
        if (!bot.appId().equals(header.text("app_id"))) {
            return new LarkMapping.Unreadable("header.app_id", "must be app_id of the bot");
        }
        PlatformObject content = root.object("event");
        return content == null
                ? new LarkMapping.Unreadable("event", "must be an object")
                : mapped(new LarkEvent(bot, id, type, seconds(header, "create_time"), content));
    }

    private static LarkMapping mapped(LarkEvent event) {
        return switch (event.type()) {
            case "im.message.receive_v1" -> LarkMessages.received(event);
            case "im.message.recalled_v1" -> LarkMessages.recalled(event);
            case "im.message.reaction.created_v1" -> LarkMessages.reaction(event, "added");
            case "im.message.reaction.deleted_v1" -> LarkMessages.reaction(event, "removed");
            case "im.chat.member.user.added_v1" -> LarkChats.members(event, "group.member_joined");
            case "im.chat.member.user.deleted_v1", "im.chat.member.user.withdrawn_v1" ->
                LarkChats.members(event, "group.member_left");
            case "im.chat.member.bot.added_v1" -> LarkChats.changed(event, "bot.invited_to_group");
            case "im.chat.member.bot.deleted_v1", "im.chat.disbanded_v1" ->
                LarkChats.changed(event, "bot.removed_from_group");
            case "im.chat.updated_v1" -> LarkChats.updated(event);
            case "im.chat.access_event.bot_p2p_chat_entered_v1" -> LarkChats.entered(event);
            case "card.action.trigger" -> LarkButtons.pressed(event);
            default -> other(event);
        };
    }

    /** Other types, those of later versions included. The chat and the person that they name are in the event, all else in the raw payload. */
    private static LarkMapping other(LarkEvent event) {
        LarkEventBody built =
                LarkEventBody.of(event, EventTypes.PLATFORM_SPECIFIC).by(event.person(event.content(), "operator_id"));
        String chat = event.content().id("chat_id");
        return (chat == null ? built : built.in(chat, null, null, null)).event();
    }

    /** Returns the seconds of a member with milliseconds as a text; 0 for none. */
    static long seconds(PlatformObject object, String name) {
        String text = object.text(name);
        return text != null && text.matches("\\d{1,15}") ? Long.parseLong(text) / MILLIS : 0;
    }
}
