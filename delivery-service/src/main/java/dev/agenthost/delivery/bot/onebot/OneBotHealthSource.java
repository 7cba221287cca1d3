package dev.agenthost.delivery.bot.onebot;

import dev.agenthost.delivery.bot.BotHealth;
import dev.agenthost.delivery.bot.BotHealthSource;
import dev.agenthost.delivery.bot.BotProblem;
import dev.agenthost.delivery.bot.OneBotReport;
import dev.agenthost.delivery.surface.onebot.OneBotBots;
import dev.agenthost.im.onebot.client.OneBotAddress;
import dev.agenthost.im.onebot.client.OneBotClient;
import dev.agenthost.platform.security.SecretRedactor;
import dev.agenthost.protocol.bot.BotRegistration;
import io.smallrye.mutiny.Uni;
import java.time.InstantSource;
import java.util.List;

/** Asks the implementation of OneBot for a bot, with the token that sends its answers. */
public final class OneBotHealthSource implements BotHealthSource {
    private final OneBotBots bots;
    private final OneBotClient client;
    private final InstantSource clock;

    public OneBotHealthSource(OneBotBots bots, OneBotClient client, InstantSource clock) {
        this.bots = bots;
        this.client = client;
        this.clock = clock;
    }

    @Override
    public Uni<BotHealth> check(BotRegistration bot) {
        return bots.address(bot).map(address -> check(bot, address)).orElseGet(() -> Uni.createFrom()
                .item(BotHealth.of(BotProblem.tokenMissing(), clock.instant())));
    }

    private Uni<BotHealth> check(BotRegistration bot, OneBotAddress address) {
        return Uni.combine()
                .all()
                .unis(client.query(address, "get_login_info"), client.query(address, "get_status"))
                .with((account, state) -> OneBotReport.of(bot, account, state, clock.instant())
                        .without(SecretRedactor.of(List.of(address.token()))));
    }
}
