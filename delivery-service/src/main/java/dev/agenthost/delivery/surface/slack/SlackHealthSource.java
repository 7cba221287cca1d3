package dev.agenthost.delivery.surface.slack;

import dev.agenthost.delivery.bot.BotHealth;
import dev.agenthost.delivery.bot.BotHealthSource;
import dev.agenthost.delivery.bot.BotProblem;
import dev.agenthost.delivery.bot.SlackReport;
import dev.agenthost.im.slack.client.SlackApp;
import dev.agenthost.platform.security.SecretRedactor;
import dev.agenthost.protocol.bot.BotRegistration;
import io.smallrye.mutiny.Uni;
import java.time.InstantSource;
import java.util.List;
import java.util.Map;

/** Asks Slack for a bot, as its answers are sent. */
public final class SlackHealthSource implements BotHealthSource {
    private static final String IDENTITY = "auth.test";

    private final SlackBots bots;
    private final InstantSource clock;

    public SlackHealthSource(SlackBots bots, InstantSource clock) {
        this.bots = bots;
        this.clock = clock;
    }

    @Override
    public Uni<BotHealth> check(BotRegistration bot) {
        return bots.app(bot).map(app -> check(bot, app)).orElseGet(() -> Uni.createFrom()
                .item(BotHealth.of(BotProblem.tokenMissing(), clock.instant())));
    }

    private Uni<BotHealth> check(BotRegistration bot, SlackApp app) {
        return bots.client().query(app, IDENTITY, Map.of()).map(identity -> SlackReport.of(
                        bot, identity, clock.instant())
                .without(SecretRedactor.of(List.of(app.token()))));
    }
}
