package dev.agenthost.binding.wiring.cdi;

import dev.agenthost.binding.resolution.TakeoverRegistry;
import dev.agenthost.binding.resolution.kafka.TakeoverConsumer;
import io.quarkus.runtime.ShutdownEvent;
import io.quarkus.runtime.StartupEvent;
import io.smallrye.common.annotation.Identifier;
import jakarta.enterprise.context.ApplicationScoped;
import jakarta.enterprise.event.Observes;
import jakarta.enterprise.inject.Produces;
import jakarta.inject.Singleton;
import java.util.Map;

/** Reads the takeovers for as long as the service lives. */
@ApplicationScoped
class TakeoverConsumerLifecycle {
    private final TakeoverConsumer reader;

    TakeoverConsumerLifecycle(
            TakeoverRegistry takeovers, @Identifier("default-kafka-broker") Map<String, Object> broker) {
        this.reader = new TakeoverConsumer(broker, takeovers);
    }

    @Produces
    @Singleton
    static TakeoverRegistry takeovers() {
        return new TakeoverRegistry();
    }

    void start(@Observes StartupEvent started) {
        reader.start();
    }

    void stop(@Observes ShutdownEvent stopping) {
        reader.close();
    }
}
