package dev.agenthost.platform.security.cdi;

import dev.agenthost.platform.security.ApiKeyRegistry;
import dev.agenthost.platform.security.kafka.ApiKeyConsumer;
import io.quarkus.runtime.ShutdownEvent;
import io.quarkus.runtime.StartupEvent;
import io.smallrye.common.annotation.Identifier;
import jakarta.enterprise.context.ApplicationScoped;
import jakarta.enterprise.event.Observes;
import java.util.Map;
import org.eclipse.microprofile.health.HealthCheck;
import org.eclipse.microprofile.health.HealthCheckResponse;
import org.eclipse.microprofile.health.Readiness;

/** Reads the keys during the life of the service; not ready until all keys that existed at the start are read. */
@Readiness
@ApplicationScoped
class ApiKeyReadinessCheck implements HealthCheck {

    private final ApiKeyRegistry ring;
    private final ApiKeyConsumer reader;

    ApiKeyReadinessCheck(ApiKeyRegistry ring, @Identifier("default-kafka-broker") Map<String, Object> broker) {
        this.ring = ring;
        this.reader = new ApiKeyConsumer(broker, ring);
    }

    void start(@Observes StartupEvent started) {
        reader.start();
    }

    void stop(@Observes ShutdownEvent stopping) {
        reader.close();
    }

    @Override
    public HealthCheckResponse call() {
        return HealthCheckResponse.named("api-keys").status(ring.isComplete()).build();
    }
}
