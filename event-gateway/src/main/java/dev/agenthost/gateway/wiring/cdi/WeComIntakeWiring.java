package dev.agenthost.gateway.wiring.cdi;

import dev.agenthost.gateway.bot.BotTokens;
import dev.agenthost.gateway.bot.ButtonPressClient;
import dev.agenthost.gateway.intake.BotEventIntake;
import dev.agenthost.gateway.intake.wecom.WeComDownloads;
import dev.agenthost.gateway.intake.wecom.WeComEventIntake;
import dev.agenthost.im.wecom.client.WeComFileDownload;
import dev.agenthost.im.wecom.client.WeComTokens;
import dev.agenthost.platform.egress.AddressPolicy;
import dev.agenthost.platform.egress.AllowList;
import dev.agenthost.platform.egress.http.EgressClient;
import io.vertx.core.Vertx;
import jakarta.enterprise.inject.Produces;
import jakarta.inject.Singleton;
import java.time.Duration;
import java.time.InstantSource;
import java.util.List;
import java.util.Optional;
import org.eclipse.microprofile.config.inject.ConfigProperty;

/** Composes the entrance of WeCom. */
@Singleton
class WeComIntakeWiring {
    private static final int CONNECTIONS = 32;
    private static final Duration CONNECT_TIMEOUT = Duration.ofSeconds(5);
    private static final Duration ANSWER_TIMEOUT = Duration.ofSeconds(10);

    @Produces
    @Singleton
    WeComEventIntake weComEvents(
            BotEventIntake events,
            ButtonPressClient presses,
            BotTokens secrets,
            Vertx vertx,
            InstantSource clock,
            @ConfigProperty(name = "agenthost.egress.allow") Optional<List<String>> allow) {
        AddressPolicy rules = new AddressPolicy(false, AllowList.parse(allow.orElse(List.of())));
        EgressClient outbound = new EgressClient(vertx, rules, CONNECTIONS, CONNECT_TIMEOUT);
        WeComTokens tokens = new WeComTokens(outbound, ANSWER_TIMEOUT, clock);
        return new WeComEventIntake(
                events,
                presses,
                new WeComDownloads(new WeComFileDownload(outbound, tokens, ANSWER_TIMEOUT), secrets),
                clock);
    }
}
