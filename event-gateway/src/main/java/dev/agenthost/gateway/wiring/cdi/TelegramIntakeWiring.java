package dev.agenthost.gateway.wiring.cdi;

import dev.agenthost.gateway.bot.BotTokens;
import dev.agenthost.gateway.bot.ButtonPressClient;
import dev.agenthost.gateway.intake.BotEventIntake;
import dev.agenthost.gateway.intake.telegram.TelegramDownloads;
import dev.agenthost.gateway.intake.telegram.TelegramPoller;
import dev.agenthost.gateway.intake.telegram.TelegramUpdateIntake;
import dev.agenthost.im.telegram.client.TelegramClient;
import dev.agenthost.platform.egress.AddressPolicy;
import dev.agenthost.platform.egress.AllowList;
import dev.agenthost.platform.egress.WebAddress;
import dev.agenthost.platform.egress.http.EgressClient;
import io.vertx.core.Vertx;
import jakarta.enterprise.inject.Produces;
import jakarta.inject.Singleton;
import java.time.Duration;
import java.util.List;
import java.util.Optional;
import org.eclipse.microprofile.config.inject.ConfigProperty;

/** Composes the entrance of Telegram. */
@Singleton
class TelegramIntakeWiring {
    /** Each polled bot has one call that waits. */
    private static final int CONNECTIONS = 256;

    private static final Duration CONNECT_TIMEOUT = Duration.ofSeconds(5);
    private static final Duration ANSWER_TIMEOUT = Duration.ofSeconds(10);
    /** Telegram's own servers accept up to 50 s; proxies often end a silent call after a minute. */
    private static final Duration LONGEST_POLL = Duration.ofSeconds(50);

    @Produces
    @Singleton
    TelegramUpdateIntake telegramUpdates(
            BotEventIntake events, ButtonPressClient presses, TelegramClient client, BotTokens tokens) {
        return new TelegramUpdateIntake(events, presses, new TelegramDownloads(client, tokens));
    }

    @Produces
    @Singleton
    TelegramClient telegram(
            Vertx vertx,
            @ConfigProperty(name = "agenthost.telegram.api-url", defaultValue = "https://api.telegram.org")
                    String apiUrl,
            @ConfigProperty(name = "agenthost.egress.allow") Optional<List<String>> allow) {
        AddressPolicy rules = new AddressPolicy(false, AllowList.parse(allow.orElse(List.of())));
        EgressClient outbound = new EgressClient(vertx, rules, CONNECTIONS, CONNECT_TIMEOUT);
        return new TelegramClient(outbound, checked(apiUrl), ANSWER_TIMEOUT);
    }

    @Produces
    @Singleton
    TelegramPoller poller(
            TelegramClient client,
            BotTokens tokens,
            TelegramUpdateIntake intake,
            @ConfigProperty(name = "agenthost.telegram.poll-timeout", defaultValue = "25s") Duration longPoll) {
        if (longPoll.compareTo(Duration.ofSeconds(1)) < 0 || longPoll.compareTo(LONGEST_POLL) > 0) {
            throw new IllegalArgumentException("agenthost.telegram.poll-timeout must be from 1 s to 50 s");
        }
        return new TelegramPoller(client, tokens, intake, longPoll);
    }

    /** @throws IllegalArgumentException for an address that no call could use */
    private static String checked(String apiUrl) {
        if (!(WebAddress.read(apiUrl) instanceof WebAddress.Callable address)
                || !address.target().equals("/")) {
            throw new IllegalArgumentException(
                    "agenthost.telegram.api-url must be an http or https address without a path");
        }
        return apiUrl.replaceAll("/+$", "");
    }
}
