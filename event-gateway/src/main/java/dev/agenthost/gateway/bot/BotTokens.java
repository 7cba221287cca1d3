package dev.agenthost.gateway.bot;

import dev.agenthost.platform.security.Secrets;
import dev.agenthost.protocol.bot.BotRegistration;
import java.util.Objects;
import org.jspecify.annotations.Nullable;

/** The tokens by which the APIs of platforms are called. */
public final class BotTokens {
    private static final String TOKEN = "token";

    private final Secrets secrets;

    public BotTokens(Secrets secrets) {
        this.secrets = secrets;
    }

    /** Returns the first configured token of the bot; null if this service has none for its workspace. */
    public @Nullable String of(BotRegistration bot) {
        return bot.secretsFor(TOKEN).stream()
                .map(name -> secrets.of(name, bot.workspaceId()))
                .filter(Objects::nonNull)
                .findFirst()
                .orElse(null);
    }
}
