package dev.agenthost.delivery.lease.cdi;

import dev.agenthost.delivery.lease.LeaseKeeper;
import dev.agenthost.delivery.lease.LeaseLedger;
import dev.agenthost.delivery.lease.postgres.PostgresLeaseLedger;
import io.quarkus.reactive.datasource.ReactiveDataSource;
import io.quarkus.runtime.StartupEvent;
import io.vertx.core.Vertx;
import io.vertx.mutiny.sqlclient.Pool;
import jakarta.enterprise.event.Observes;
import jakarta.enterprise.inject.Produces;
import jakarta.inject.Singleton;
import java.time.Duration;
import java.util.UUID;
import org.eclipse.microprofile.config.inject.ConfigProperty;

/** The lease, with a connection of its own: a queue for the others must never bury a replica that lives. */
@Singleton
class LeaseWiring {
    private static final Duration SHORTEST = Duration.ofSeconds(1);

    private final Duration term;

    /** @param term how long a replica may be silent before what it claimed is another's; renewed every quarter of it */
    LeaseWiring(@ConfigProperty(name = "agenthost.lease.term", defaultValue = "4s") Duration term) {
        if (term.compareTo(SHORTEST) < 0) {
            throw new IllegalArgumentException("agenthost.lease.term is shorter than a second");
        }
        this.term = term;
    }

    @Produces
    @Singleton
    LeaseLedger ledger(@ReactiveDataSource("lease") Pool pool) {
        return new PostgresLeaseLedger(pool);
    }

    @Produces
    @Singleton
    LeaseKeeper keeper(LeaseLedger ledger) {
        return new LeaseKeeper(ledger, replica(), term, UUID::randomUUID, System::nanoTime);
    }

    void beat(@Observes StartupEvent event, Vertx vertx, LeaseKeeper keeper) {
        beat(keeper);
        vertx.setPeriodic(term.dividedBy(4).toMillis(), timer -> beat(keeper));
    }

    private static void beat(LeaseKeeper keeper) {
        keeper.beat().subscribe().with(done -> {});
    }

    private static String replica() {
        return "pid " + ProcessHandle.current().pid();
    }
}
