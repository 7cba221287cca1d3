package dev.agenthost.delivery.surface.onebot;

import dev.agenthost.delivery.send.Destination;
import dev.agenthost.im.bots.BotRegistry;
import dev.agenthost.im.onebot.client.OneBotAddress;
import dev.agenthost.im.onebot.client.OneBotClient;
import dev.agenthost.platform.security.Secrets;
import dev.agenthost.protocol.bot.BotRegistration;
import java.util.Optional;

/** The bots by OneBot and their APIs. */
public final class OneBotBots {
    private static final String TOKEN = "token";
    private static final String API_URL = "api_url";

    private final BotRegistry bots;
    private final Secrets secrets;
    private final OneBotClient client;
    private final Optional<OneBotFileCaller> files;
    private final Optional<OneBotConnections> connections;

    /**
     * @param client reaches the HTTP APIs
     * @param files empty if this service cannot read artifacts: their files are named instead of sent
     * @param connections empty if this service does not know event-gateway
     */
    public OneBotBots(
            BotRegistry bots,
            Secrets secrets,
            OneBotClient client,
            Optional<OneBotFileCaller> files,
            Optional<OneBotConnections> connections) {
        this.bots = bots;
        this.secrets = secrets;
        this.client = client;
        this.files = files;
        this.connections = connections;
    }

    /** Returns the bot of a destination; empty if it is not registered. */
    Optional<BotRegistration> of(Destination.Bot to) {
        return bots.of(to.platform(), to.botId());
    }

    /** Returns the sender of files; empty if files are named. */
    Optional<OneBotFileCaller> files() {
        return files;
    }

    /**
     * Returns the HTTP API with the bot's first access token that its workspace may use; for a bot without an address, its connection. Empty
     * without the token, or without the connection.
     */
    public Optional<OneBotApi> api(BotRegistration bot) {
        String url = bot.options().path(API_URL).asText("").replaceAll("/+$", "");
        if (url.isEmpty()) {
            return connections.map(known -> known.api(bot.botId()));
        }
        return secrets.live(bot.secretsFor(TOKEN), bot.workspaceId()).stream()
                .findFirst()
                .map(token -> new OneBotApi(client, new OneBotAddress(url, token), files));
    }
}
