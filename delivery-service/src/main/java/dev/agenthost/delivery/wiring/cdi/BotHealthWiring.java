package dev.agenthost.delivery.wiring.cdi;

import dev.agenthost.delivery.bot.BotConnectionSource;
import dev.agenthost.delivery.bot.BotHealth;
import dev.agenthost.delivery.bot.BotHealthCache;
import dev.agenthost.delivery.bot.BotHealthSource;
import dev.agenthost.delivery.bot.BotProblem;
import dev.agenthost.delivery.bot.ConnectionHealthSource;
import dev.agenthost.delivery.bot.http.HttpBotConnections;
import dev.agenthost.delivery.surface.dingtalk.DingTalkBots;
import dev.agenthost.delivery.surface.dingtalk.DingTalkHealthSource;
import dev.agenthost.delivery.surface.discord.DiscordBots;
import dev.agenthost.delivery.surface.discord.DiscordHealthSource;
import dev.agenthost.delivery.surface.lark.LarkBots;
import dev.agenthost.delivery.surface.lark.LarkHealthSource;
import dev.agenthost.delivery.surface.line.LineBots;
import dev.agenthost.delivery.surface.line.LineHealthSource;
import dev.agenthost.delivery.surface.onebot.OneBotBots;
import dev.agenthost.delivery.surface.onebot.OneBotHealthSource;
import dev.agenthost.delivery.surface.slack.SlackBots;
import dev.agenthost.delivery.surface.slack.SlackHealthSource;
import dev.agenthost.delivery.surface.telegram.TelegramHealthSource;
import dev.agenthost.delivery.surface.wecom.WeComBots;
import dev.agenthost.delivery.surface.wecom.WeComHealthSource;
import dev.agenthost.im.bots.BotRegistry;
import dev.agenthost.im.discord.client.DiscordClient;
import dev.agenthost.im.line.client.LineClient;
import dev.agenthost.im.onebot.client.OneBotClient;
import dev.agenthost.im.slack.client.SlackClient;
import dev.agenthost.im.telegram.client.TelegramClient;
import dev.agenthost.platform.egress.AddressPolicy;
import dev.agenthost.platform.egress.AllowList;
import dev.agenthost.platform.egress.http.EgressClient;
import dev.agenthost.platform.security.Secrets;
import io.smallrye.mutiny.Uni;
import io.vertx.core.Vertx;
import jakarta.enterprise.inject.Produces;
import jakarta.inject.Singleton;
import java.net.URI;
import java.time.Clock;
import java.time.Duration;
import java.util.List;
import java.util.Optional;
import org.eclipse.microprofile.config.inject.ConfigProperty;

/** Composes the health of bots, with connections of its own: it takes none from sends. */
class BotHealthWiring {
    /** Most concurrent calls. */
    private static final int CALLS = 16;

    private static final Duration TERM = Duration.ofSeconds(10);

    private BotHealthWiring() {}

    @Produces
    @Singleton
    static BotHealthSource botHealth(
            Vertx vertx,
            BotRegistry bots,
            Secrets secrets,
            Clock clock,
            @ConfigProperty(name = "agenthost.telegram.api-url", defaultValue = "https://api.telegram.org")
                    String apiUrl,
            @ConfigProperty(name = "agenthost.egress.allow") Optional<List<String>> allow,
            @ConfigProperty(name = "agenthost.event-gateway.url") Optional<URI> eventGateway,
            @ConfigProperty(name = "agenthost.internal-key") Optional<String> internalKey,
            @ConfigProperty(name = "agenthost.bot-health.timeout", defaultValue = "5s") Duration timeout) {
        AddressPolicy rules = new AddressPolicy(false, AllowList.parse(allow.orElse(List.of())));
        EgressClient outbound = new EgressClient(vertx, rules, CALLS, timeout);
        BotHealthSource telegram = new TelegramHealthSource(
                new TelegramClient(outbound, TelegramWiring.checked(apiUrl), timeout), secrets, clock);
        BotHealthSource oneBot = new OneBotHealthSource(
                new OneBotBots(
                        bots,
                        secrets,
                        new OneBotClient(outbound, timeout),
                        Optional.empty(),
                        OneBotWiring.connections(vertx, eventGateway, internalKey, CALLS, timeout)),
                clock);
        BotHealthSource lark = new LarkHealthSource(
                new LarkBots(bots, secrets, LarkWiring.client(outbound, timeout, clock), Optional.empty()), clock);
        BotHealthSource slack = new SlackHealthSource(
                new SlackBots(bots, secrets, new SlackClient(outbound, timeout), Optional.empty()), clock);
        BotHealthSource dingTalk = new DingTalkHealthSource(
                new DingTalkBots(bots, secrets, DingTalkWiring.client(outbound, timeout, clock), Optional.empty()),
                clock);
        BotHealthSource weCom = new WeComHealthSource(
                new WeComBots(bots, secrets, WeComWiring.client(outbound, timeout, clock), Optional.empty()), clock);
        BotHealthSource line =
                new LineHealthSource(new LineBots(bots, secrets, new LineClient(outbound, timeout)), clock);
        BotHealthSource discord = new DiscordHealthSource(
                new DiscordBots(bots, secrets, new DiscordClient(outbound, timeout), Optional.empty()), clock);
        BotHealthSource platforms = bot -> switch (bot.platform()) {
            case TELEGRAM -> telegram.check(bot);
            case ONEBOT -> oneBot.check(bot);
            case LARK -> lark.check(bot);
            case SLACK -> slack.check(bot);
            case DISCORD -> discord.check(bot);
            case DINGTALK -> dingTalk.check(bot);
            case WECOM -> weCom.check(bot);
            case LINE -> line.check(bot);
            // Nothing can be asked.
            case GENERIC -> Uni.createFrom().item(BotHealth.ok(clock.instant()));
        };
        BotHealthSource connected =
                new ConnectionHealthSource(platforms, connections(vertx, eventGateway, internalKey, timeout));
        return new BotHealthCache(
                bot -> connected.check(bot).ifNoItem().after(timeout).recoverWithUni(() -> Uni.createFrom()
                        .item(BotHealth.of(
                                new BotProblem(
                                        BotProblem.Code.NO_ANSWER, "no answer within " + timeout.toMillis() + " ms"),
                                clock.instant()))),
                TERM,
                System::nanoTime);
    }

    /** Half of the time, so that the answer of the platform is known whatever event-gateway does. */
    private static BotConnectionSource connections(
            Vertx vertx, Optional<URI> eventGateway, Optional<String> internalKey, Duration timeout) {
        Duration half = timeout.dividedBy(2);
        return eventGateway
                .flatMap(url -> internalKey.<BotConnectionSource>map(key -> new HttpBotConnections(
                        new EgressClient(vertx, new AddressPolicy(true), CALLS, half), url, key, half)))
                .orElse(bot -> Uni.createFrom().item(Optional.empty()));
    }
}
