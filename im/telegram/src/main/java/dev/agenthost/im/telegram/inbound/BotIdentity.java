package dev.agenthost.im.telegram.inbound;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.node.ObjectNode;
import org.jspecify.annotations.Nullable;

/**
 * The bot that receives an update.
 *
 * @param botId its id in the host
 * @param userId its id at Telegram; null if it is unknown: mentions by id and its own messages are then not recognised
 * @param username without {@code @}; null if it is unknown: mentions by name are then not recognised
 */
public record BotIdentity(
        String botId, @Nullable Long userId, @Nullable String username) {

    /** @param options of the bot: {@code user_id} and {@code username}, both optional */
    public static BotIdentity of(String botId, ObjectNode options) {
        JsonNode userId = options.path("user_id");
        return new BotIdentity(
                botId,
                userId.isIntegralNumber() ? userId.longValue() : null,
                options.path("username").textValue());
    }

    boolean isUser(@Nullable TelegramObject user) {
        return user != null && userId != null && userId.equals(user.number("id"));
    }

    boolean isNamed(String name) {
        return username != null && username.equalsIgnoreCase(name);
    }
}
