package dev.agenthost.binding.wiring.cdi;

import dev.agenthost.binding.catalog.BindingCache;
import dev.agenthost.binding.resolution.DependencyStatus;
import jakarta.enterprise.context.ApplicationScoped;
import org.eclipse.microprofile.health.HealthCheck;
import org.eclipse.microprofile.health.HealthCheckResponse;
import org.eclipse.microprofile.health.HealthCheckResponseBuilder;
import org.eclipse.microprofile.health.Readiness;

/** Ready once the bindings are loaded, and as long as no step waits for an unavailable dependency. */
@Readiness
@ApplicationScoped
class DependenciesReadinessCheck implements HealthCheck {
    private final DependencyStatus trouble;
    private final BindingCache bindings;

    DependenciesReadinessCheck(DependencyStatus trouble, BindingCache bindings) {
        this.trouble = trouble;
        this.bindings = bindings;
    }

    @Override
    public HealthCheckResponse call() {
        var now = trouble.now();
        HealthCheckResponseBuilder answer =
                HealthCheckResponse.named("dependencies").status(now.isEmpty() && bindings.areLoaded());
        now.keySet().forEach(step -> answer.withData(step, "retries"));
        return answer.build();
    }
}
