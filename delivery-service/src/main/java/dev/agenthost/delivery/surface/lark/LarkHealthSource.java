package dev.agenthost.delivery.surface.lark;

import dev.agenthost.delivery.bot.BotHealth;
import dev.agenthost.delivery.bot.BotHealthSource;
import dev.agenthost.delivery.bot.BotProblem;
import dev.agenthost.delivery.bot.LarkReport;
import dev.agenthost.im.lark.client.LarkApp;
import dev.agenthost.platform.security.SecretRedactor;
import dev.agenthost.protocol.bot.BotRegistration;
import io.smallrye.mutiny.Uni;
import java.time.InstantSource;
import java.util.List;

/** Asks Lark for a bot, as its answers are sent. */
public final class LarkHealthSource implements BotHealthSource {
    private static final String INFO = "/open-apis/bot/v3/info";

    private final LarkBots bots;
    private final InstantSource clock;

    public LarkHealthSource(LarkBots bots, InstantSource clock) {
        this.bots = bots;
        this.clock = clock;
    }

    @Override
    public Uni<BotHealth> check(BotRegistration bot) {
        return bots.app(bot).map(app -> check(bot, app)).orElseGet(() -> Uni.createFrom()
                .item(BotHealth.of(BotProblem.tokenMissing(), clock.instant())));
    }

    private Uni<BotHealth> check(BotRegistration bot, LarkApp app) {
        return bots.client().query(app, INFO).map(info -> LarkReport.of(bot, info, clock.instant())
                .without(SecretRedactor.of(List.of(app.secret()))));
    }
}
