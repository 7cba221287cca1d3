package dev.agenthost.binding.readiness.cdi;

import dev.agenthost.binding.catalog.CurrentBindings;
import dev.agenthost.binding.readiness.Trouble;
import jakarta.enterprise.context.ApplicationScoped;
import org.eclipse.microprofile.health.HealthCheck;
import org.eclipse.microprofile.health.HealthCheckResponse;
import org.eclipse.microprofile.health.HealthCheckResponseBuilder;
import org.eclipse.microprofile.health.Readiness;

/** Ready once the bindings are loaded, and as long as no step of the work waits for something that is away. */
@Readiness
@ApplicationScoped
class NothingIsAway implements HealthCheck {
    private final Trouble trouble;
    private final CurrentBindings bindings;

    NothingIsAway(Trouble trouble, CurrentBindings bindings) {
        this.trouble = trouble;
        this.bindings = bindings;
    }

    @Override
    public HealthCheckResponse call() {
        var now = trouble.now();
        HealthCheckResponseBuilder answer =
                HealthCheckResponse.named("work goes on").status(now.isEmpty() && bindings.areLoaded());
        now.keySet().forEach(step -> answer.withData(step, "is tried again"));
        return answer.build();
    }
}
