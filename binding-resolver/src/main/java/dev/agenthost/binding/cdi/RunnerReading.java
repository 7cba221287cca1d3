package dev.agenthost.binding.cdi;

import dev.agenthost.binding.runner.KnownRunners;
import dev.agenthost.binding.runner.kafka.RunnerReader;
import io.quarkus.runtime.ShutdownEvent;
import io.quarkus.runtime.StartupEvent;
import io.smallrye.common.annotation.Identifier;
import jakarta.enterprise.context.ApplicationScoped;
import jakarta.enterprise.event.Observes;
import jakarta.enterprise.inject.Produces;
import jakarta.inject.Singleton;
import java.util.Map;

/** Reads what is told of runners for as long as the service lives. */
@ApplicationScoped
class RunnerReading {
    private final RunnerReader reader;

    RunnerReading(KnownRunners runners, @Identifier("default-kafka-broker") Map<String, Object> broker) {
        this.reader = new RunnerReader(broker, runners);
    }

    @Produces
    @Singleton
    static KnownRunners knownRunners() {
        return new KnownRunners();
    }

    void start(@Observes StartupEvent started) {
        reader.start();
    }

    void stop(@Observes ShutdownEvent stopping) {
        reader.close();
    }
}
