package dev.agenthost.gateway.wiring.cdi;

import dev.agenthost.gateway.bot.BotTokens;
import dev.agenthost.gateway.bot.ButtonPressClient;
import dev.agenthost.gateway.intake.BotEventIntake;
import dev.agenthost.gateway.intake.lark.LarkConnections;
import dev.agenthost.gateway.intake.lark.LarkDownloads;
import dev.agenthost.gateway.intake.lark.LarkEventIntake;
import dev.agenthost.im.lark.client.LarkEndpointClient;
import dev.agenthost.im.lark.client.LarkFileDownload;
import dev.agenthost.im.lark.client.TenantTokens;
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

/** Composes the entrances of Lark. */
@Singleton
class LarkIntakeWiring {
    private static final int CONNECTIONS = 32;
    private static final Duration CONNECT_TIMEOUT = Duration.ofSeconds(5);
    private static final Duration ANSWER_TIMEOUT = Duration.ofSeconds(10);

    private final EgressClient outbound;

    LarkIntakeWiring(Vertx vertx, @ConfigProperty(name = "agenthost.egress.allow") Optional<List<String>> allow) {
        AddressPolicy rules = new AddressPolicy(false, AllowList.parse(allow.orElse(List.of())));
        this.outbound = new EgressClient(vertx, rules, CONNECTIONS, CONNECT_TIMEOUT);
    }

    @Produces
    @Singleton
    LarkEventIntake larkEvents(
            BotEventIntake events, ButtonPressClient presses, BotTokens secrets, InstantSource clock) {
        TenantTokens tokens = new TenantTokens(outbound, ANSWER_TIMEOUT, clock);
        return new LarkEventIntake(
                events, presses, new LarkDownloads(new LarkFileDownload(outbound, tokens, ANSWER_TIMEOUT), secrets));
    }

    @Produces
    @Singleton
    LarkConnections larkConnections(BotTokens secrets, LarkEventIntake events) {
        return new LarkConnections(secrets, new LarkEndpointClient(outbound, ANSWER_TIMEOUT), events);
    }
}
