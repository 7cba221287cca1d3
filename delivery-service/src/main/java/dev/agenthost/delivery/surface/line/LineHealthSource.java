package dev.agenthost.delivery.surface.line;

import dev.agenthost.delivery.bot.BotHealth;
import dev.agenthost.delivery.bot.BotHealthSource;
import dev.agenthost.delivery.bot.BotProblem;
import dev.agenthost.delivery.bot.LineReport;
import dev.agenthost.im.line.client.LineApp;
import dev.agenthost.platform.security.SecretRedactor;
import dev.agenthost.protocol.bot.BotRegistration;
import io.smallrye.mutiny.Uni;
import java.time.InstantSource;
import java.util.List;

/** Asks LINE for the account of a bot and its webhook, with the token that sends its answers. */
public final class LineHealthSource implements BotHealthSource {
    private final LineBots bots;
    private final InstantSource clock;

    public LineHealthSource(LineBots bots, InstantSource clock) {
        this.bots = bots;
        this.clock = clock;
    }

    @Override
    public Uni<BotHealth> check(BotRegistration bot) {
        return bots.app(bot).map(app -> check(bot, app)).orElseGet(() -> Uni.createFrom()
                .item(BotHealth.of(BotProblem.tokenMissing(), clock.instant())));
    }

    private Uni<BotHealth> check(BotRegistration bot, LineApp app) {
        return Uni.combine()
                .all()
                .unis(bots.client().info(app), bots.client().webhook(app))
                .with((account, webhook) -> LineReport.of(bot, account, webhook, clock.instant())
                        .without(SecretRedactor.of(List.of(app.token()))));
    }
}
