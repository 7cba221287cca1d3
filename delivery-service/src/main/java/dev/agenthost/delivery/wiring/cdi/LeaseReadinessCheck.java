package dev.agenthost.delivery.wiring.cdi;

import dev.agenthost.platform.lease.LeaseKeeper;
import jakarta.enterprise.context.ApplicationScoped;
import org.eclipse.microprofile.health.HealthCheck;
import org.eclipse.microprofile.health.HealthCheckResponse;
import org.eclipse.microprofile.health.Readiness;

/** Ready while the lease is current: an overdue replica sends nothing. */
@Readiness
@ApplicationScoped
class LeaseReadinessCheck implements HealthCheck {

    private final LeaseKeeper lease;

    LeaseReadinessCheck(LeaseKeeper lease) {
        this.lease = lease;
    }

    @Override
    public HealthCheckResponse call() {
        return HealthCheckResponse.named("lease").status(lease.mayAct()).build();
    }
}
