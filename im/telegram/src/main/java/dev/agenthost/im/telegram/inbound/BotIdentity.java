package dev.agenthost.im.telegram.inbound;

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

    boolean isUser(@Nullable TelegramObject user) {
        return user != null && userId != null && userId.equals(user.number("id"));
    }

    boolean isNamed(String name) {
        return username != null && username.equalsIgnoreCase(name);
    }
}
