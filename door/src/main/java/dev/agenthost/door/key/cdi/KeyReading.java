package dev.agenthost.door.key.cdi;

import dev.agenthost.door.key.KeyRing;
import dev.agenthost.door.key.kafka.KeyReader;
import io.quarkus.runtime.ShutdownEvent;
import io.quarkus.runtime.StartupEvent;
import io.smallrye.common.annotation.Identifier;
import jakarta.enterprise.context.ApplicationScoped;
import jakarta.enterprise.event.Observes;
import java.util.Map;
import org.eclipse.microprofile.health.HealthCheck;
import org.eclipse.microprofile.health.HealthCheckResponse;
import org.eclipse.microprofile.health.Readiness;

/** Reads the keys for as long as the service lives; it is not ready before it knows all there were when it started. */
@Readiness
@ApplicationScoped
class KeyReading implements HealthCheck {

    private final KeyRing ring;
    private final KeyReader reader;

    KeyReading(KeyRing ring, @Identifier("default-kafka-broker") Map<String, Object> broker) {
        this.ring = ring;
        this.reader = new KeyReader(broker, ring);
    }

    void start(@Observes StartupEvent started) {
        reader.start();
    }

    void stop(@Observes ShutdownEvent stopping) {
        reader.close();
    }

    @Override
    public HealthCheckResponse call() {
        return HealthCheckResponse.named("keys are read")
                .status(ring.isComplete())
                .build();
    }
}
