package dev.agenthost.delivery.surface.discord;

import dev.agenthost.delivery.bot.BotHealth;
import dev.agenthost.delivery.bot.BotHealthSource;
import dev.agenthost.delivery.bot.BotProblem;
import dev.agenthost.delivery.bot.DiscordReport;
import dev.agenthost.im.discord.client.DiscordApp;
import dev.agenthost.platform.security.SecretRedactor;
import dev.agenthost.protocol.bot.BotRegistration;
import io.smallrye.mutiny.Uni;
import java.time.InstantSource;
import java.util.List;

/** Asks Discord for a bot and its application, with the token that sends its answers. */
public final class DiscordHealthSource implements BotHealthSource {
    private final DiscordBots bots;
    private final InstantSource clock;

    public DiscordHealthSource(DiscordBots bots, InstantSource clock) {
        this.bots = bots;
        this.clock = clock;
    }

    @Override
    public Uni<BotHealth> check(BotRegistration bot) {
        return bots.app(bot).map(app -> check(bot, app)).orElseGet(() -> Uni.createFrom()
                .item(BotHealth.of(BotProblem.tokenMissing(), clock.instant())));
    }

    private Uni<BotHealth> check(BotRegistration bot, DiscordApp app) {
        return Uni.combine()
                .all()
                .unis(bots.client().query(app, "/users/@me"), bots.client().query(app, "/applications/@me"))
                .with((account, application) -> DiscordReport.of(bot, account, application, clock.instant())
                        .without(SecretRedactor.of(List.of(app.token()))));
    }
}
