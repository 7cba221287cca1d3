package dev.agenthost.platform.kafka;

import jakarta.enterprise.context.ApplicationScoped;
import org.eclipse.microprofile.health.HealthCheck;
import org.eclipse.microprofile.health.HealthCheckResponse;
import org.eclipse.microprofile.health.HealthCheckResponseBuilder;
import org.eclipse.microprofile.health.Readiness;

/** Not ready while the replica waits for a step that is retried in place; the response names each source that waits, and its step. */
@Readiness
@ApplicationScoped
class RetryReadinessCheck implements HealthCheck {
    private final RetryStatus status;

    RetryReadinessCheck(RetryStatus status) {
        this.status = status;
    }

    @Override
    public HealthCheckResponse call() {
        HealthCheckResponseBuilder response =
                HealthCheckResponse.named("intake").status(!status.replicaWaits());
        status.faults().forEach(response::withData);
        return response.build();
    }
}
