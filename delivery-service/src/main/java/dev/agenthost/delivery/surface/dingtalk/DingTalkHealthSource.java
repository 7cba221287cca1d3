package dev.agenthost.delivery.surface.dingtalk;

import dev.agenthost.delivery.bot.BotHealth;
import dev.agenthost.delivery.bot.BotHealthSource;
import dev.agenthost.delivery.bot.BotProblem;
import dev.agenthost.delivery.bot.DingTalkReport;
import dev.agenthost.im.dingtalk.client.DingTalkApp;
import dev.agenthost.platform.security.SecretRedactor;
import dev.agenthost.protocol.bot.BotRegistration;
import io.smallrye.mutiny.Uni;
import java.time.InstantSource;
import java.util.List;

/** Asks DingTalk for a token of a bot, as its answers are sent: it has no information about a robot. */
public final class DingTalkHealthSource implements BotHealthSource {
    private final DingTalkBots bots;
    private final InstantSource clock;

    public DingTalkHealthSource(DingTalkBots bots, InstantSource clock) {
        this.bots = bots;
        this.clock = clock;
    }

    @Override
    public Uni<BotHealth> check(BotRegistration bot) {
        return bots.app(bot).map(this::check).orElseGet(() -> Uni.createFrom()
                .item(BotHealth.of(BotProblem.tokenMissing(), clock.instant())));
    }

    private Uni<BotHealth> check(DingTalkApp app) {
        return bots.client().checkToken(app).map(token -> DingTalkReport.of(token, clock.instant())
                .without(SecretRedactor.of(List.of(app.secret()))));
    }
}
