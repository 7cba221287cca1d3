package dev.agenthost.gateway.wiring.cdi;

import dev.agenthost.gateway.bot.BotTokens;
import dev.agenthost.gateway.bot.ButtonPressClient;
import dev.agenthost.gateway.intake.BotEventIntake;
import dev.agenthost.gateway.intake.dingtalk.DingTalkConnections;
import dev.agenthost.gateway.intake.dingtalk.DingTalkDownloads;
import dev.agenthost.gateway.intake.dingtalk.DingTalkEventIntake;
import dev.agenthost.im.dingtalk.client.DingTalkEndpointClient;
import dev.agenthost.im.dingtalk.client.DingTalkFileDownload;
import dev.agenthost.im.dingtalk.client.DingTalkTokens;
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

/** Composes the entrances of DingTalk. */
@Singleton
class DingTalkIntakeWiring {
    private static final int CONNECTIONS = 32;
    private static final Duration CONNECT_TIMEOUT = Duration.ofSeconds(5);
    private static final Duration ANSWER_TIMEOUT = Duration.ofSeconds(10);

    private final EgressClient outbound;

    DingTalkIntakeWiring(Vertx vertx, @ConfigProperty(name = "agenthost.egress.allow") Optional<List<String>> allow) {
        AddressPolicy rules = new AddressPolicy(false, AllowList.parse(allow.orElse(List.of())));
        this.outbound = new EgressClient(vertx, rules, CONNECTIONS, CONNECT_TIMEOUT);
    }

    @Produces
    @Singleton
    DingTalkEventIntake dingTalkEvents(
            BotEventIntake events, ButtonPressClient presses, BotTokens secrets, InstantSource clock) {
        DingTalkTokens tokens = new DingTalkTokens(outbound, ANSWER_TIMEOUT, clock);
        return new DingTalkEventIntake(
                events,
                presses,
                new DingTalkDownloads(new DingTalkFileDownload(outbound, tokens, ANSWER_TIMEOUT), secrets));
    }

    @Produces
    @Singleton
    DingTalkConnections dingTalkConnections(BotTokens secrets, DingTalkEventIntake events) {
        return new DingTalkConnections(secrets, new DingTalkEndpointClient(outbound, ANSWER_TIMEOUT), events);
    }
}
