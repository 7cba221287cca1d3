package dev.agenthost.im.bots.cdi;

import dev.agenthost.im.bots.BotRegistry;
import dev.agenthost.im.bots.kafka.BotConsumer;
import io.quarkus.runtime.ShutdownEvent;
import io.quarkus.runtime.StartupEvent;
import io.smallrye.common.annotation.Identifier;
import jakarta.enterprise.context.ApplicationScoped;
import jakarta.enterprise.event.Observes;
import jakarta.enterprise.inject.Produces;
import jakarta.inject.Singleton;
import java.util.Map;
import org.eclipse.microprofile.health.HealthCheck;
import org.eclipse.microprofile.health.HealthCheckResponse;
import org.eclipse.microprofile.health.Readiness;

/** Reads the bots during the life of the service; not ready until all bots that existed at the start are read. */
@Readiness
@ApplicationScoped
class BotReadinessCheck implements HealthCheck {
    private final BotRegistry bots;
    private final BotConsumer consumer;

    BotReadinessCheck(BotRegistry bots, @Identifier("default-kafka-broker") Map<String, Object> broker) {
        this.bots = bots;
        this.consumer = new BotConsumer(broker, bots);
    }

    @Produces
    @Singleton
    static BotRegistry registry() {
        return new BotRegistry();
    }

    void start(@Observes StartupEvent started) {
        consumer.start();
    }

    void stop(@Observes ShutdownEvent stopping) {
        consumer.close();
    }

    @Override
    public HealthCheckResponse call() {
        return HealthCheckResponse.named("bots").status(bots.isComplete()).build();
    }
}
