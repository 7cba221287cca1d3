package dev.agenthost.delivery.surface.wecom;

import dev.agenthost.delivery.send.Destination;
import dev.agenthost.delivery.surface.calls.BotApps;
import dev.agenthost.im.bots.BotRegistry;
import dev.agenthost.im.wecom.client.WeComApp;
import dev.agenthost.im.wecom.client.WeComClient;
import dev.agenthost.platform.security.Secrets;
import dev.agenthost.protocol.bot.BotPlatform;
import dev.agenthost.protocol.bot.BotRegistration;
import java.util.Optional;

/** The bots at WeCom and their applications. */
public final class WeComBots {
    private final BotApps<WeComApp> apps;
    private final WeComClient client;
    private final Optional<WeComFileCaller> uploads;

    /** @param uploads empty if this service cannot read artifacts: their files are named instead of sent */
    public WeComBots(BotRegistry bots, Secrets secrets, WeComClient client, Optional<WeComFileCaller> uploads) {
        this.apps = new BotApps<>(bots::of, secrets, BotPlatform.WECOM, WeComApp::of);
        this.client = client;
        this.uploads = uploads;
    }

    /** Returns the bot of a destination; empty if it is not registered. */
    Optional<BotRegistration> of(Destination.Bot to) {
        return apps.of(to);
    }

    public WeComClient client() {
        return client;
    }

    /** Returns the sender of files; empty if files are named. */
    Optional<WeComFileCaller> uploads() {
        return uploads;
    }

    /** Returns the application with the bot's first secret that its workspace may use; empty if there is none. */
    public Optional<WeComApp> app(BotRegistration bot) {
        return apps.app(bot);
    }
}
