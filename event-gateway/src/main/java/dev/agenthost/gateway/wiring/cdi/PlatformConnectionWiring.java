package dev.agenthost.gateway.wiring.cdi;

import dev.agenthost.gateway.intake.connection.ConnectedPlatform;
import dev.agenthost.gateway.intake.connection.ws.PlatformConnections;
import dev.agenthost.im.bots.BotRegistry;
import dev.agenthost.platform.egress.AddressPolicy;
import dev.agenthost.platform.egress.AllowList;
import dev.agenthost.platform.egress.http.EgressSocketClient;
import dev.agenthost.platform.observability.metrics.MetricNamespace;
import io.micrometer.core.instrument.Counter;
import io.micrometer.core.instrument.Meter.MeterProvider;
import io.micrometer.core.instrument.MeterRegistry;
import io.quarkus.arc.All;
import io.quarkus.runtime.ShutdownEvent;
import io.quarkus.runtime.StartupEvent;
import io.vertx.core.Vertx;
import jakarta.enterprise.event.Observes;
import jakarta.enterprise.inject.Produces;
import jakarta.inject.Singleton;
import java.time.Duration;
import java.util.List;
import java.util.Optional;
import org.eclipse.microprofile.config.inject.ConfigProperty;

/** Keeps the connections of bots to all platforms that have them. */
@Singleton
class PlatformConnectionWiring {
    private static final Duration ROUND = Duration.ofSeconds(1);
    private static final Duration STOP_TIMEOUT = Duration.ofSeconds(5);
    private static final Duration CONNECT_TIMEOUT = Duration.ofSeconds(5);
    /** Of a frame; an event that is larger than its own limit of 1 MiB is refused, and not the whole connection. */
    private static final int LARGEST_MESSAGE = 4 * 1024 * 1024;

    @Produces
    @Singleton
    ConnectionEventCounter connectionEvents(MeterRegistry registry, MetricNamespace stage) {
        MeterProvider<Counter> counter = Counter.builder(stage.metric("connection.events"))
                .description("Events of connections of bots by platform and outcome")
                .withRegistry(registry);
        return (platform, outcome) -> counter.withTags("platform", platform.wire(), "outcome", outcome.label())
                .increment();
    }

    @Produces
    @Singleton
    PlatformConnections platformConnections(
            @All List<ConnectedPlatform> platforms,
            BotRegistry bots,
            Vertx vertx,
            ConnectionEventCounter counter,
            @ConfigProperty(name = "agenthost.egress.allow") Optional<List<String>> allow) {
        AddressPolicy rules = new AddressPolicy(false, AllowList.parse(allow.orElse(List.of())));
        return new PlatformConnections(
                platforms,
                bots,
                new EgressSocketClient(vertx, rules, LARGEST_MESSAGE, CONNECT_TIMEOUT),
                counter,
                vertx);
    }

    void started(@Observes StartupEvent event, PlatformConnections connections, Vertx vertx) {
        vertx.setPeriodic(ROUND.toMillis(), timer -> connections.round());
    }

    /** An event without an answer comes again over a connection of another replica; the events that are taken in are waited for. */
    void stopping(@Observes ShutdownEvent event, PlatformConnections connections) throws InterruptedException {
        connections.close(STOP_TIMEOUT);
    }
}
