package dev.agenthost.binding.wiring.cdi;

import dev.agenthost.binding.catalog.RunnerCatalog;
import dev.agenthost.binding.catalog.kafka.RunnerConsumer;
import io.quarkus.runtime.ShutdownEvent;
import io.quarkus.runtime.StartupEvent;
import io.smallrye.common.annotation.Identifier;
import jakarta.enterprise.context.ApplicationScoped;
import jakarta.enterprise.event.Observes;
import jakarta.enterprise.inject.Produces;
import jakarta.inject.Singleton;
import java.util.Map;

/** Reads the runner directory for as long as the service lives. */
@ApplicationScoped
class RunnerConsumerLifecycle {
    private final RunnerConsumer reader;

    RunnerConsumerLifecycle(RunnerCatalog runners, @Identifier("default-kafka-broker") Map<String, Object> broker) {
        this.reader = new RunnerConsumer(broker, runners);
    }

    @Produces
    @Singleton
    static RunnerCatalog knownRunners() {
        return new RunnerCatalog();
    }

    void start(@Observes StartupEvent started) {
        reader.start();
    }

    void stop(@Observes ShutdownEvent stopping) {
        reader.close();
    }
}
