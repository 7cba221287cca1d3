package dev.agenthost.gateway.bot;

import dev.agenthost.gateway.inbound.EventOrigin;
import java.util.List;
import java.util.Set;
import org.jspecify.annotations.Nullable;

/**
 * A bot on a platform that the host itself connects (docs/adr/0084).
 *
 * @param botId unique on the host; part of the address of its webhook
 * @param workspaceId the workspace of its events
 * @param webhookSecrets names of the secrets that its webhook accepts: one, or two during a rotation; never the secrets
 * @param userId its id on the platform; null if it is unknown
 * @param username its name on the platform; null if it is unknown
 */
public record Bot(
        String botId,
        BotPlatform platform,
        String workspaceId,
        List<String> webhookSecrets,
        @Nullable Long userId,
        @Nullable String username) {
    private static final int LIVE_SECRETS = 2;

    /** @throws IllegalArgumentException unless there are one or two secrets */
    public Bot {
        webhookSecrets = List.copyOf(webhookSecrets);
        if (webhookSecrets.isEmpty() || webhookSecrets.size() > LIVE_SECRETS) {
            throw new IllegalArgumentException(
                    "webhook-secrets of the bot " + botId + " must name one secret, or two during a rotation");
        }
    }

    /** The entrance of its events: that of an adapter which speaks for this bot only. */
    public EventOrigin origin() {
        return EventOrigin.adapter(platform.wire(), workspaceId, Set.of(botId));
    }
}
