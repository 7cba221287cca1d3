package dev.agenthost.gateway.wiring.cdi;

import dev.agenthost.gateway.bot.BotTokens;
import dev.agenthost.gateway.bot.ButtonPressClient;
import dev.agenthost.gateway.intake.BotEventIntake;
import dev.agenthost.gateway.intake.lark.LarkConnections;
import dev.agenthost.gateway.intake.lark.LarkDownloads;
import dev.agenthost.gateway.intake.lark.LarkEventIntake;
import dev.agenthost.im.bots.BotRegistry;
import dev.agenthost.im.lark.client.LarkEndpointClient;
import dev.agenthost.im.lark.client.LarkFileDownload;
import dev.agenthost.im.lark.client.TenantTokens;
import dev.agenthost.platform.egress.AddressPolicy;
import dev.agenthost.platform.egress.AllowList;
import dev.agenthost.platform.egress.http.EgressClient;
import dev.agenthost.platform.egress.http.EgressSocketClient;
import dev.agenthost.platform.observability.metrics.MetricNamespace;
import dev.agenthost.protocol.bot.BotPlatform;
import io.micrometer.core.instrument.Counter;
import io.micrometer.core.instrument.Meter.MeterProvider;
import io.micrometer.core.instrument.MeterRegistry;
import io.quarkus.runtime.ShutdownEvent;
import io.quarkus.runtime.StartupEvent;
import io.vertx.core.Vertx;
import jakarta.enterprise.event.Observes;
import jakarta.enterprise.inject.Produces;
import jakarta.inject.Singleton;
import java.time.Duration;
import java.time.InstantSource;
import java.util.List;
import java.util.Optional;
import org.eclipse.microprofile.config.inject.ConfigProperty;

/** Composes the entrances of Lark, and keeps the long connections of its bots. */
@Singleton
class LarkIntakeWiring {
    private static final Duration ROUND = Duration.ofSeconds(1);
    private static final Duration STOP_TIMEOUT = Duration.ofSeconds(5);
    /** Of a frame; an event that is larger than its own limit of 1 MiB is refused, and not the whole connection. */
    private static final int LARGEST_MESSAGE = 4 * 1024 * 1024;

    private static final int CONNECTIONS = 32;
    private static final Duration CONNECT_TIMEOUT = Duration.ofSeconds(5);
    private static final Duration ANSWER_TIMEOUT = Duration.ofSeconds(10);

    private final EgressClient outbound;
    private final EgressSocketClient sockets;

    LarkIntakeWiring(Vertx vertx, @ConfigProperty(name = "agenthost.egress.allow") Optional<List<String>> allow) {
        AddressPolicy rules = new AddressPolicy(false, AllowList.parse(allow.orElse(List.of())));
        this.outbound = new EgressClient(vertx, rules, CONNECTIONS, CONNECT_TIMEOUT);
        this.sockets = new EgressSocketClient(vertx, rules, LARGEST_MESSAGE, CONNECT_TIMEOUT);
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
    LarkConnections larkConnections(
            BotRegistry bots,
            BotTokens secrets,
            LarkEventIntake events,
            Vertx vertx,
            MeterRegistry registry,
            MetricNamespace stage) {
        MeterProvider<Counter> counter = Counter.builder(stage.metric("connection.events"))
                .description("Events of long connections of bots by outcome")
                .tag("platform", BotPlatform.LARK.wire())
                .withRegistry(registry);
        return new LarkConnections(
                bots,
                secrets,
                new LarkEndpointClient(outbound, ANSWER_TIMEOUT),
                sockets,
                events,
                outcome -> counter.withTag("outcome", outcome.label()).increment(),
                vertx);
    }

    void started(@Observes StartupEvent event, LarkConnections connections, Vertx vertx) {
        vertx.setPeriodic(ROUND.toMillis(), timer -> connections.round());
    }

    /** An event without an answer comes again over a connection of another replica; the events that are taken in are waited for. */
    void stopping(@Observes ShutdownEvent event, LarkConnections connections) throws InterruptedException {
        connections.close(STOP_TIMEOUT);
    }
}
