package dev.agenthost.delivery.surface.calls;

import com.fasterxml.jackson.databind.node.ObjectNode;
import dev.agenthost.delivery.send.Destination;
import dev.agenthost.platform.security.Secrets;
import dev.agenthost.protocol.bot.BotPlatform;
import dev.agenthost.protocol.bot.BotRegistration;
import java.util.Optional;
import java.util.function.BiFunction;

/**
 * The bots of a platform and their apps, which the secret {@code token} admits to.
 *
 * @param <A> an app of the platform
 */
public final class BotApps<A> {
    private static final String TOKEN = "token";

    private final BiFunction<BotPlatform, String, Optional<BotRegistration>> bots;
    private final Secrets secrets;
    private final BotPlatform platform;
    private final BiFunction<ObjectNode, String, A> form;

    /**
     * @param bots finds a bot by its platform and id
     * @param form makes an app of the options of a bot and its secret
     */
    public BotApps(
            BiFunction<BotPlatform, String, Optional<BotRegistration>> bots,
            Secrets secrets,
            BotPlatform platform,
            BiFunction<ObjectNode, String, A> form) {
        this.bots = bots;
        this.secrets = secrets;
        this.platform = platform;
        this.form = form;
    }

    /** Returns the bot of a destination; empty if it is not registered. */
    public Optional<BotRegistration> of(Destination.Bot to) {
        return bots.apply(to.platform(), to.botId());
    }

    /** Returns the bot, if it is of that workspace; empty if there is none. */
    public Optional<BotRegistration> of(String botId, String workspaceId) {
        return bots.apply(platform, botId).filter(bot -> bot.workspaceId().equals(workspaceId));
    }

    /** Returns the app of a bot of that workspace; empty if there is none, or no secret. */
    public Optional<A> appOf(String botId, String workspaceId) {
        return of(botId, workspaceId).flatMap(this::app);
    }

    /** Returns the app with the bot's first secret that its workspace may use; empty if there is none. */
    public Optional<A> app(BotRegistration bot) {
        return secrets.live(bot.secretsFor(TOKEN), bot.workspaceId()).stream()
                .findFirst()
                .map(secret -> form.apply(bot.options(), secret));
    }
}
