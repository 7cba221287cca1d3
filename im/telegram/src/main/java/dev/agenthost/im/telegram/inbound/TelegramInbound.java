package dev.agenthost.im.telegram.inbound;

import com.fasterxml.jackson.databind.JsonNode;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/**
 * Maps an update to an event. Equal updates have equal outcomes; nothing fails.
 *
 * <pre>
 * message, channel_post                  message.received; of a service message group.* or platform.specific
 * edited_message, edited_channel_post    message.edited
 * message_reaction                       message.reaction
 * my_chat_member                         bot.*, of a private chat friend.*
 * chat_member                            group.member_*
 * callback_query and all others          platform.specific
 * </pre>
 *
 * Source: <a href="https://core.telegram.org/bots/api#update">Update</a>.
 */
public final class TelegramInbound {
    private static final String UPDATE_ID = "update_id";

    private TelegramInbound() {}

    /**
     * Maps one update, received by a webhook or by {@code getUpdates}.
     *
     * @param payload the JSON that Telegram sent
     */
    public static UpdateMapping map(@Nullable JsonNode payload, BotIdentity bot) {
        TelegramObject update = TelegramObject.of(payload);
        if (update == null) {
            return new UpdateMapping.Unreadable("$", "must be a JSON object");
        }
        Long id = update.number(UPDATE_ID);
        if (id == null) {
            return new UpdateMapping.Unreadable(UPDATE_ID, "must be an integer");
        }
        // An update has at most one content.
        for (Map.Entry<String, JsonNode> member : update.node().properties()) {
            TelegramObject content = TelegramObject.of(member.getValue());
            if (content != null) {
                return map(new TelegramUpdate(bot, id, member.getKey(), content));
            }
        }
        return new UpdateMapping.Unreadable("$", "must have a content beside update_id");
    }

    private static UpdateMapping map(TelegramUpdate update) {
        return switch (update.type()) {
            case "message", "channel_post" -> MessageMapping.received(update);
            case "edited_message", "edited_channel_post" -> MessageMapping.edited(update);
            case "message_reaction" -> ReactionMapping.mapped(update);
            case "my_chat_member" -> MembershipMapping.ofBot(update);
            case "chat_member" -> MembershipMapping.ofMember(update);
            case "callback_query" -> ButtonMapping.mapped(update);
            default -> PlatformEvents.mapped(update);
        };
    }
}
