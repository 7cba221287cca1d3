package dev.agenthost.delivery.lease.cdi;

import dev.agenthost.lease.LeaseKeeper;
import jakarta.enterprise.context.ApplicationScoped;
import org.eclipse.microprofile.health.HealthCheck;
import org.eclipse.microprofile.health.HealthCheckResponse;
import org.eclipse.microprofile.health.Readiness;

/** Ready while the lease is current: an overdue replica sends nothing. */
@Readiness
@ApplicationScoped
class LeaseHealth implements HealthCheck {

    private final LeaseKeeper lease;

    LeaseHealth(LeaseKeeper lease) {
        this.lease = lease;
    }

    @Override
    public HealthCheckResponse call() {
        return HealthCheckResponse.named("lease").status(lease.mayAct()).build();
    }
}
