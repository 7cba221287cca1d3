package dev.agenthost.delivery.surface.slack;

import dev.agenthost.delivery.send.Destination;
import dev.agenthost.delivery.surface.calls.BotApps;
import dev.agenthost.im.bots.BotRegistry;
import dev.agenthost.im.slack.client.SlackApp;
import dev.agenthost.im.slack.client.SlackClient;
import dev.agenthost.platform.security.Secrets;
import dev.agenthost.protocol.bot.BotPlatform;
import dev.agenthost.protocol.bot.BotRegistration;
import java.util.Optional;

/** The bots at Slack and their apps. */
public final class SlackBots {
    private final BotApps<SlackApp> apps;
    private final SlackClient client;
    private final Optional<SlackFileCaller> uploads;

    /** @param uploads empty if this service cannot read artifacts: their files are named instead of sent */
    public SlackBots(BotRegistry bots, Secrets secrets, SlackClient client, Optional<SlackFileCaller> uploads) {
        this.apps = new BotApps<>(bots::of, secrets, BotPlatform.SLACK, SlackApp::of);
        this.client = client;
        this.uploads = uploads;
    }

    /** Returns the bot of a destination; empty if it is not registered. */
    Optional<BotRegistration> of(Destination.Bot to) {
        return apps.of(to);
    }

    public SlackClient client() {
        return client;
    }

    /** Returns the sender of files; empty if files are named. */
    Optional<SlackFileCaller> uploads() {
        return uploads;
    }

    /** Returns the app of a bot of that workspace; empty if there is none, or no token. */
    Optional<SlackApp> appOf(String botId, String workspaceId) {
        return apps.appOf(botId, workspaceId);
    }

    /** Returns the app with the bot's first token that its workspace may use; empty if there is none. */
    public Optional<SlackApp> app(BotRegistration bot) {
        return apps.app(bot);
    }
}
