package dev.agenthost.delivery.surface.dingtalk;

import dev.agenthost.delivery.send.Destination;
import dev.agenthost.delivery.surface.calls.BotApps;
import dev.agenthost.im.bots.BotRegistry;
import dev.agenthost.im.dingtalk.client.DingTalkApp;
import dev.agenthost.im.dingtalk.client.DingTalkClient;
import dev.agenthost.platform.security.Secrets;
import dev.agenthost.protocol.bot.BotPlatform;
import dev.agenthost.protocol.bot.BotRegistration;
import java.util.Optional;

/** The bots at DingTalk and their apps. */
public final class DingTalkBots {
    private final BotApps<DingTalkApp> apps;
    private final DingTalkClient client;
    private final Optional<DingTalkFileCaller> uploads;

    /** @param uploads empty if this service cannot read artifacts: their files are named instead of sent */
    public DingTalkBots(
            BotRegistry bots, Secrets secrets, DingTalkClient client, Optional<DingTalkFileCaller> uploads) {
        this.apps = new BotApps<>(bots::of, secrets, BotPlatform.DINGTALK, DingTalkApp::of);
        this.client = client;
        this.uploads = uploads;
    }

    /** Returns the bot of a destination; empty if it is not registered. */
    Optional<BotRegistration> of(Destination.Bot to) {
        return apps.of(to);
    }

    public DingTalkClient client() {
        return client;
    }

    /** Returns the sender of files; empty if files are named. */
    Optional<DingTalkFileCaller> uploads() {
        return uploads;
    }

    /** Returns the app of a bot of that workspace; empty if there is none, or no secret. */
    Optional<DingTalkApp> appOf(String botId, String workspaceId) {
        return apps.appOf(botId, workspaceId);
    }

    /** Returns the app with the bot's first secret that its workspace may use; empty if there is none. */
    public Optional<DingTalkApp> app(BotRegistration bot) {
        return apps.app(bot);
    }
}
