package dev.agenthost.delivery.surface.discord;

import dev.agenthost.delivery.send.Destination;
import dev.agenthost.delivery.surface.calls.BotApps;
import dev.agenthost.im.bots.BotRegistry;
import dev.agenthost.im.discord.client.DiscordApp;
import dev.agenthost.im.discord.client.DiscordClient;
import dev.agenthost.platform.security.Secrets;
import dev.agenthost.protocol.bot.BotPlatform;
import dev.agenthost.protocol.bot.BotRegistration;
import java.util.Optional;

/** The bots at Discord, their tokens, and what this replica knows of the limits of the API. */
public final class DiscordBots {
    private final BotApps<DiscordApp> apps;
    private final DiscordClient client;
    private final Optional<DiscordFileCaller> uploads;
    private final RefusedTokens refusedTokens = new RefusedTokens(System::nanoTime);
    private final InvalidRequestLimiter invalidRequests = new InvalidRequestLimiter(System::nanoTime);
    private final DiscordBuckets buckets = new DiscordBuckets();

    /** @param uploads empty if this service cannot read artifacts: their files are named instead of sent */
    public DiscordBots(BotRegistry bots, Secrets secrets, DiscordClient client, Optional<DiscordFileCaller> uploads) {
        this.apps = new BotApps<>(bots::of, secrets, BotPlatform.DISCORD, DiscordApp::of);
        this.client = client;
        this.uploads = uploads;
    }

    /** Returns the bot of a destination; empty if it is not registered. */
    Optional<BotRegistration> of(Destination.Bot to) {
        return apps.of(to);
    }

    DiscordClient client() {
        return client;
    }

    /** Returns the sender of files; empty if files are named. */
    Optional<DiscordFileCaller> uploads() {
        return uploads;
    }

    DiscordBuckets buckets() {
        return buckets;
    }

    /** Returns the app with the bot's first token that its workspace may use; empty if there is none. */
    Optional<DiscordApp> app(BotRegistration bot) {
        return apps.app(bot);
    }

    /** Returns the calls of a bot; empty if it has no token. */
    Optional<DiscordCalls> calls(BotRegistration bot) {
        return app(bot).map(app -> new DiscordCalls(client, bot, app, refusedTokens, invalidRequests));
    }

    /** Returns the calls of a bot of that workspace; empty if there is none, or no token. */
    Optional<DiscordCalls> callsOf(String botId, String workspaceId) {
        return apps.of(botId, workspaceId).flatMap(this::calls);
    }
}
