package dev.agenthost.delivery.surface.wecom;

import dev.agenthost.delivery.bot.BotHealth;
import dev.agenthost.delivery.bot.BotHealthSource;
import dev.agenthost.delivery.bot.BotProblem;
import dev.agenthost.delivery.bot.WeComReport;
import dev.agenthost.im.wecom.client.WeComApp;
import dev.agenthost.platform.security.SecretRedactor;
import dev.agenthost.protocol.bot.BotRegistration;
import io.smallrye.mutiny.Uni;
import java.time.InstantSource;
import java.util.List;

/** Asks WeCom about the application of a bot, with a new token. */
public final class WeComHealthSource implements BotHealthSource {
    private final WeComBots bots;
    private final InstantSource clock;

    public WeComHealthSource(WeComBots bots, InstantSource clock) {
        this.bots = bots;
        this.clock = clock;
    }

    @Override
    public Uni<BotHealth> check(BotRegistration bot) {
        return bots.app(bot).map(this::check).orElseGet(() -> Uni.createFrom()
                .item(BotHealth.of(BotProblem.tokenMissing(), clock.instant())));
    }

    private Uni<BotHealth> check(WeComApp app) {
        return bots.client().agent(app).map(agent -> WeComReport.of(agent, clock.instant())
                .without(SecretRedactor.of(List.of(app.secret()))));
    }
}
