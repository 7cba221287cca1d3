package dev.agenthost.orchestrator.wiring.cdi;

import jakarta.enterprise.context.ApplicationScoped;
import jakarta.inject.Inject;
import org.eclipse.microprofile.health.HealthCheck;
import org.eclipse.microprofile.health.HealthCheckResponse;
import org.eclipse.microprofile.health.Readiness;

/** Ready while the lease is current: an overdue replica neither publishes nor serves; a stopping replica accepts no new runs. */
@Readiness
@ApplicationScoped
class LeaseHealthCheck implements HealthCheck {
    private final CompositionRoot parts;

    @Inject
    LeaseHealthCheck(CompositionRoot parts) {
        this.parts = parts;
    }

    @Override
    public HealthCheckResponse call() {
        return HealthCheckResponse.named("lease")
                .status(parts.lease.mayAct() && !parts.drain.hasBegun())
                .withData("runs", parts.activeRuns.size())
                .build();
    }
}
