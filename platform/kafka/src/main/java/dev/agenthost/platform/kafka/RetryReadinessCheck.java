package dev.agenthost.platform.kafka;

import jakarta.enterprise.context.ApplicationScoped;
import org.eclipse.microprofile.health.HealthCheck;
import org.eclipse.microprofile.health.HealthCheckResponse;
import org.eclipse.microprofile.health.HealthCheckResponseBuilder;
import org.eclipse.microprofile.health.Readiness;

/** Not ready while a step is retried in place; the response names each channel and its step. */
@Readiness
@ApplicationScoped
class RetryReadinessCheck implements HealthCheck {
    private final RetryStatus status;

    RetryReadinessCheck(RetryStatus status) {
        this.status = status;
    }

    @Override
    public HealthCheckResponse call() {
        var faults = status.faults();
        HealthCheckResponseBuilder response =
                HealthCheckResponse.named("intake").status(faults.isEmpty());
        faults.forEach(response::withData);
        return response.build();
    }
}
