package dev.agenthost.delivery.wiring.cdi;

import dev.agenthost.platform.lease.LeaseKeeper;
import dev.agenthost.platform.lease.LeaseRepository;
import dev.agenthost.platform.lease.postgres.LeaseConnection;
import dev.agenthost.platform.lease.postgres.LeaseSettings;
import dev.agenthost.platform.lease.postgres.PostgresLeaseRepository;
import io.quarkus.runtime.StartupEvent;
import io.vertx.core.Vertx;
import jakarta.enterprise.event.Observes;
import jakarta.enterprise.inject.Produces;
import jakarta.inject.Singleton;
import java.time.Duration;
import java.util.UUID;

/** Provides the lease, with a connection of its own: waiting for a pooled connection must never expire the lease of a running replica. */
@Singleton
class DeliveryLeaseWiring {
    private final Duration term;

    DeliveryLeaseWiring(LeaseSettings settings) {
        this.term = settings.term();
    }

    @Produces
    @Singleton
    LeaseRepository repository(LeaseConnection connection) {
        return new PostgresLeaseRepository(connection, "delivery");
    }

    @Produces
    @Singleton
    LeaseKeeper keeper(LeaseRepository repository) {
        return new LeaseKeeper(repository, replica(), term, UUID::randomUUID, System::nanoTime);
    }

    void renew(@Observes StartupEvent event, Vertx vertx, LeaseKeeper keeper) {
        renew(keeper);
        vertx.setPeriodic(term.dividedBy(4).toMillis(), timer -> renew(keeper));
    }

    private static void renew(LeaseKeeper keeper) {
        keeper.renew().subscribe().with(done -> {});
    }

    private static String replica() {
        return "pid " + ProcessHandle.current().pid();
    }
}
