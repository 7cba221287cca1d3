package dev.agenthost.delivery.surface.onebot;

import dev.agenthost.im.bots.BotRegistry;
import dev.agenthost.im.onebot.client.OneBotAddress;
import dev.agenthost.platform.security.Secrets;
import dev.agenthost.protocol.bot.BotPlatform;
import dev.agenthost.protocol.bot.BotRegistration;
import java.util.Optional;

/** The bots by OneBot and the addresses of their APIs. */
public final class OneBotBots {
    private static final String TOKEN = "token";
    private static final String API_URL = "api_url";

    private final BotRegistry bots;
    private final Secrets secrets;

    public OneBotBots(BotRegistry bots, Secrets secrets) {
        this.bots = bots;
        this.secrets = secrets;
    }

    Optional<BotRegistration> of(String botId) {
        return bots.of(BotPlatform.ONEBOT, botId);
    }

    /** Returns the API with the bot's first access token that its workspace may use; empty if there is no address or no token. */
    public Optional<OneBotAddress> address(BotRegistration bot) {
        String url = bot.options().path(API_URL).asText("").replaceAll("/+$", "");
        return secrets.live(bot.secretsFor(TOKEN), bot.workspaceId()).stream()
                .findFirst()
                .filter(token -> !url.isEmpty())
                .map(token -> new OneBotAddress(url, token));
    }
}
