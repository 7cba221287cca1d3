package dev.agenthost.delivery.surface.line;

import dev.agenthost.delivery.send.Destination;
import dev.agenthost.delivery.surface.calls.BotApps;
import dev.agenthost.im.bots.BotRegistry;
import dev.agenthost.im.line.client.LineApp;
import dev.agenthost.im.line.client.LineClient;
import dev.agenthost.platform.security.Secrets;
import dev.agenthost.protocol.bot.BotPlatform;
import dev.agenthost.protocol.bot.BotRegistration;
import java.util.Optional;

/** The bots at LINE and their channels. */
public final class LineBots {
    private final BotApps<LineApp> apps;
    private final LineClient client;

    public LineBots(BotRegistry bots, Secrets secrets, LineClient client) {
        this.apps = new BotApps<>(bots::of, secrets, BotPlatform.LINE, LineApp::of);
        this.client = client;
    }

    /** Returns the bot of a destination; empty if it is not registered. */
    Optional<BotRegistration> of(Destination.Bot to) {
        return apps.of(to);
    }

    /** Returns the channel with the bot's first token that its workspace may use; empty if there is none. */
    Optional<LineApp> app(BotRegistration bot) {
        return apps.app(bot);
    }

    /** Returns the channel of a bot of that workspace; empty if there is none, or no token. */
    Optional<LineApp> appOf(String botId, String workspaceId) {
        return apps.appOf(botId, workspaceId);
    }

    LineClient client() {
        return client;
    }
}
