package dev.agenthost.im.discord.inbound;

import com.fasterxml.jackson.databind.node.ObjectNode;
import org.jspecify.annotations.Nullable;

/**
 * The bot that receives an event.
 *
 * @param botId its id in the host
 * @param applicationId id of its application
 * @param userId of its account; that of the application for all but old bots (assumed), so it is the default
 * @param guildId the only server whose events it accepts; null for any. Direct messages are accepted always
 */
public record DiscordIdentity(
        String botId,
        String applicationId,
        String userId,
        @Nullable String guildId) {

    /** @param options of the bot: {@code application_id}, and optionally {@code guild_id} */
    public static DiscordIdentity of(String botId, ObjectNode options) {
        String application = options.path("application_id").asText();
        return new DiscordIdentity(
                botId, application, application, options.path("guild_id").textValue());
    }

    /** Returns the bot with the account that the event {@code READY} names. */
    public DiscordIdentity as(@Nullable String newUserId) {
        return newUserId == null ? this : new DiscordIdentity(botId, applicationId, newUserId, guildId);
    }
}
