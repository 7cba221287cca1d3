package dev.agenthost.gateway.bot;

import dev.agenthost.platform.security.Secrets;
import dev.agenthost.protocol.bot.BotRegistration;
import java.util.List;
import org.jspecify.annotations.Nullable;

/** The tokens by which the APIs of platforms are called. */
public final class BotTokens {
    private static final String TOKEN = "token";
    private static final String APP = "app";

    private final Secrets secrets;

    public BotTokens(Secrets secrets) {
        this.secrets = secrets;
    }

    /** Returns the first configured token of the bot; null if this service has none for its workspace. */
    public @Nullable String of(BotRegistration bot) {
        return live(bot, TOKEN).stream().findFirst().orElse(null);
    }

    /** Returns the configured tokens of the app of the bot, by which it connects; two during a rotation. */
    public List<String> ofApp(BotRegistration bot) {
        return live(bot, APP);
    }

    private List<String> live(BotRegistration bot, String purpose) {
        return secrets.live(bot.secretsFor(purpose), bot.workspaceId());
    }
}
