package dev.agenthost.delivery.surface.lark;

import dev.agenthost.delivery.send.Destination;
import dev.agenthost.delivery.surface.calls.BotApps;
import dev.agenthost.im.bots.BotRegistry;
import dev.agenthost.im.lark.client.LarkApp;
import dev.agenthost.im.lark.client.LarkClient;
import dev.agenthost.platform.security.Secrets;
import dev.agenthost.protocol.bot.BotPlatform;
import dev.agenthost.protocol.bot.BotRegistration;
import java.util.Optional;

/** The bots at Lark and their apps. */
public final class LarkBots {
    private final BotApps<LarkApp> apps;
    private final LarkClient client;
    private final Optional<LarkFileCaller> uploads;

    /** @param uploads empty if this service cannot read artifacts: their files are named instead of sent */
    public LarkBots(BotRegistry bots, Secrets secrets, LarkClient client, Optional<LarkFileCaller> uploads) {
        this.apps = new BotApps<>(bots::of, secrets, BotPlatform.LARK, LarkApp::of);
        this.client = client;
        this.uploads = uploads;
    }

    /** Returns the bot of a destination; empty if it is not registered. */
    Optional<BotRegistration> of(Destination.Bot to) {
        return apps.of(to);
    }

    public LarkClient client() {
        return client;
    }

    /** Returns the sender of files; empty if files are named. */
    Optional<LarkFileCaller> uploads() {
        return uploads;
    }

    /** Returns the app of a bot of that workspace; empty if there is none, or no secret. */
    Optional<LarkApp> appOf(String botId, String workspaceId) {
        return apps.appOf(botId, workspaceId);
    }

    /** Returns the app with the bot's first secret that its workspace may use; empty if there is none. */
    public Optional<LarkApp> app(BotRegistration bot) {
        return apps.app(bot);
    }
}
