package dev.agenthost.delivery.wiring.cdi;

import dev.agenthost.delivery.run.DependencyStatus;
import jakarta.enterprise.context.ApplicationScoped;
import jakarta.enterprise.inject.Produces;
import jakarta.inject.Singleton;
import org.eclipse.microprofile.health.HealthCheck;
import org.eclipse.microprofile.health.HealthCheckResponse;
import org.eclipse.microprofile.health.HealthCheckResponseBuilder;
import org.eclipse.microprofile.health.Readiness;

/** Not ready while results cannot be applied. */
@Readiness
@ApplicationScoped
public class ResultsReadinessCheck implements HealthCheck {

    private final DependencyStatus trouble;

    ResultsReadinessCheck(DependencyStatus trouble) {
        this.trouble = trouble;
    }

    @Override
    public HealthCheckResponse call() {
        String current = trouble.current();
        HealthCheckResponseBuilder answer = HealthCheckResponse.named("results");
        return current == null
                ? answer.up().build()
                : answer.down().withData("trouble", current).build();
    }

    /** The one that the consumer reports to. */
    @Singleton
    static class Shared {
        @Produces
        @Singleton
        DependencyStatus trouble() {
            return new DependencyStatus();
        }
    }
}
