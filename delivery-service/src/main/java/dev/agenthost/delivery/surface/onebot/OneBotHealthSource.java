package dev.agenthost.delivery.surface.onebot;

import dev.agenthost.delivery.bot.BotHealth;
import dev.agenthost.delivery.bot.BotHealthSource;
import dev.agenthost.delivery.bot.BotProblem;
import dev.agenthost.delivery.bot.OneBotReport;
import dev.agenthost.platform.security.SecretRedactor;
import dev.agenthost.protocol.bot.BotRegistration;
import io.smallrye.mutiny.Uni;
import java.time.InstantSource;
import java.util.List;

/** Asks the implementation of OneBot for a bot, as its answers are sent: by its HTTP API, or over its connection. */
public final class OneBotHealthSource implements BotHealthSource {
    private final OneBotBots bots;
    private final InstantSource clock;

    public OneBotHealthSource(OneBotBots bots, InstantSource clock) {
        this.bots = bots;
        this.clock = clock;
    }

    @Override
    public Uni<BotHealth> check(BotRegistration bot) {
        return bots.api(bot).map(api -> check(bot, api)).orElseGet(() -> Uni.createFrom()
                .item(BotHealth.of(BotProblem.tokenMissing(), clock.instant())));
    }

    private Uni<BotHealth> check(BotRegistration bot, OneBotApi api) {
        return Uni.combine()
                .all()
                .unis(
                        api.client().query(api.address(), "get_login_info"),
                        api.client().query(api.address(), "get_status"))
                .with((account, state) -> OneBotReport.of(bot, account, state, clock.instant())
                        .without(SecretRedactor.of(List.of(api.address().token()))));
    }
}
