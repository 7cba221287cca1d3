package dev.agenthost.delivery.surface.telegram;

import dev.agenthost.delivery.send.Destination;
import dev.agenthost.im.bots.BotRegistry;
import dev.agenthost.im.telegram.client.TelegramClient;
import dev.agenthost.platform.egress.http.EgressClient;
import dev.agenthost.platform.security.Secrets;
import dev.agenthost.protocol.bot.BotPlatform;
import dev.agenthost.protocol.bot.BotRegistration;
import java.time.Duration;
import java.util.Optional;

/** The bots at Telegram and their tokens. */
public final class TelegramBots {
    private static final String TOKEN = "token";

    private final BotRegistry bots;
    private final Secrets secrets;
    private final TelegramClient client;

    /** @param apiUrl address of the Bot API server, without a path */
    public TelegramBots(BotRegistry bots, Secrets secrets, EgressClient outbound, String apiUrl, Duration timeout) {
        this.bots = bots;
        this.secrets = secrets;
        this.client = new TelegramClient(outbound, apiUrl, timeout);
    }

    /** Returns the bot of a destination; empty if it is not registered. */
    Optional<BotRegistration> of(Destination.Bot to) {
        return bots.of(to.platform(), to.botId());
    }

    /** Returns the caller of a bot of that workspace; empty if there is none, or no token. */
    Optional<BotCaller> callerOf(String botId, String workspaceId) {
        return bots.of(BotPlatform.TELEGRAM, botId)
                .filter(bot -> bot.workspaceId().equals(workspaceId))
                .flatMap(this::caller);
    }

    /** Returns the caller with the bot's first token that its workspace may use; empty if there is none. */
    Optional<BotCaller> caller(BotRegistration bot) {
        return secrets.live(bot.secretsFor(TOKEN), bot.workspaceId()).stream()
                .findFirst()
                .map(token -> new BotCaller(client, token));
    }
}
