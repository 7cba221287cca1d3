package dev.agenthost.delivery.surface.telegram;

import dev.agenthost.delivery.bot.BotHealth;
import dev.agenthost.delivery.bot.BotHealthSource;
import dev.agenthost.delivery.bot.BotProblem;
import dev.agenthost.delivery.bot.TelegramReport;
import dev.agenthost.im.telegram.client.TelegramClient;
import dev.agenthost.platform.security.SecretRedactor;
import dev.agenthost.platform.security.Secrets;
import dev.agenthost.protocol.bot.BotRegistration;
import io.smallrye.mutiny.Uni;
import java.time.InstantSource;
import java.util.List;

/** Asks Telegram for a bot, with the token that sends its answers. */
public final class TelegramHealthSource implements BotHealthSource {
    private static final String TOKEN = "token";

    private final TelegramClient client;
    private final Secrets secrets;
    private final InstantSource clock;

    public TelegramHealthSource(TelegramClient client, Secrets secrets, InstantSource clock) {
        this.client = client;
        this.secrets = secrets;
        this.clock = clock;
    }

    @Override
    public Uni<BotHealth> check(BotRegistration bot) {
        return secrets.live(bot.secretsFor(TOKEN), bot.workspaceId()).stream()
                .findFirst()
                .map(token -> check(bot, token))
                .orElseGet(() -> Uni.createFrom().item(BotHealth.of(BotProblem.tokenMissing(), clock.instant())));
    }

    private Uni<BotHealth> check(BotRegistration bot, String token) {
        return Uni.combine()
                .all()
                .unis(client.query(token, "getMe"), client.query(token, "getWebhookInfo"))
                .with((account, webhook) -> TelegramReport.of(bot, account, webhook, clock.instant())
                        .without(SecretRedactor.of(List.of(token))));
    }
}
