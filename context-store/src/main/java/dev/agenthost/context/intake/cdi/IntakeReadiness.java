package dev.agenthost.context.intake.cdi;

import dev.agenthost.context.intake.IntakeCondition;
import jakarta.enterprise.context.ApplicationScoped;
import org.eclipse.microprofile.health.HealthCheck;
import org.eclipse.microprofile.health.HealthCheckResponse;
import org.eclipse.microprofile.health.HealthCheckResponseBuilder;
import org.eclipse.microprofile.health.Readiness;

/** Not ready while a batch is tried again in place. */
@Readiness
@ApplicationScoped
class IntakeReadiness implements HealthCheck {
    private final IntakeCondition condition;

    IntakeReadiness(IntakeCondition condition) {
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
