package dev.agenthost.gateway.wiring.cdi;

import dev.agenthost.gateway.bot.BotTokens;
import dev.agenthost.gateway.bot.ButtonPressClient;
import dev.agenthost.gateway.intake.BotEventIntake;
import dev.agenthost.gateway.intake.line.LineDownloads;
import dev.agenthost.gateway.intake.line.LineEventIntake;
import dev.agenthost.im.line.client.LineFileDownload;
import dev.agenthost.platform.egress.AddressPolicy;
import dev.agenthost.platform.egress.AllowList;
import dev.agenthost.platform.egress.http.EgressClient;
import io.vertx.core.Vertx;
import jakarta.enterprise.inject.Produces;
import jakarta.inject.Singleton;
import java.time.Duration;
import java.util.List;
import java.util.Optional;
import org.eclipse.microprofile.config.inject.ConfigProperty;

/** Composes the entrance of LINE. */
@Singleton
class LineIntakeWiring {
    private static final int CONNECTIONS = 32;
    private static final Duration CONNECT_TIMEOUT = Duration.ofSeconds(5);
    private static final Duration ANSWER_TIMEOUT = Duration.ofSeconds(10);

    @Produces
    @Singleton
    LineEventIntake lineEvents(
            BotEventIntake events,
            ButtonPressClient presses,
            BotTokens tokens,
            Vertx vertx,
            @ConfigProperty(name = "agenthost.egress.allow") Optional<List<String>> allow) {
        AddressPolicy rules = new AddressPolicy(false, AllowList.parse(allow.orElse(List.of())));
        EgressClient outbound = new EgressClient(vertx, rules, CONNECTIONS, CONNECT_TIMEOUT);
        return new LineEventIntake(
                events, presses, new LineDownloads(new LineFileDownload(outbound, ANSWER_TIMEOUT), tokens));
    }
}
