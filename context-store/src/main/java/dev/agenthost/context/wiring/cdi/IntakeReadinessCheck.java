package dev.agenthost.context.wiring.cdi;

import dev.agenthost.context.intake.IntakeHealth;
import jakarta.enterprise.context.ApplicationScoped;
import org.eclipse.microprofile.health.HealthCheck;
import org.eclipse.microprofile.health.HealthCheckResponse;
import org.eclipse.microprofile.health.HealthCheckResponseBuilder;
import org.eclipse.microprofile.health.Readiness;

/** Not ready while a batch is tried again in place. */
@Readiness
@ApplicationScoped
class IntakeReadinessCheck implements HealthCheck {
    private final IntakeHealth condition;

    IntakeReadinessCheck(IntakeHealth condition) {
        this.condition = condition;
    }

    @Override
    public HealthCheckResponse call() {
        HealthCheckResponseBuilder response =
                HealthCheckResponse.named("intake").status(condition.troubles().isEmpty());
        condition.troubles().forEach(response::withData);
        return response.build();
    }
}
