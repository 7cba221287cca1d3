package dev.agenthost.binding.wiring.cdi;

import dev.agenthost.binding.catalog.BindingCache;
import jakarta.enterprise.context.ApplicationScoped;
import org.eclipse.microprofile.health.HealthCheck;
import org.eclipse.microprofile.health.HealthCheckResponse;
import org.eclipse.microprofile.health.Readiness;

/** Ready once the bindings are loaded. */
@Readiness
@ApplicationScoped
class BindingsReadinessCheck implements HealthCheck {
    private final BindingCache bindings;

    BindingsReadinessCheck(BindingCache bindings) {
        this.bindings = bindings;
    }

    @Override
    public HealthCheckResponse call() {
        return HealthCheckResponse.named("bindings")
                .status(bindings.areLoaded())
                .build();
    }
}
