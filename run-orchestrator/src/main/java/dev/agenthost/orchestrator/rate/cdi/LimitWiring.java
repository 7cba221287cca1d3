package dev.agenthost.orchestrator.rate.cdi;

import dev.agenthost.orchestrator.rate.RateLedger;
import dev.agenthost.orchestrator.rate.WorkspaceLimits;
import dev.agenthost.orchestrator.rate.postgres.PostgresRateLedger;
import dev.agenthost.orchestrator.room.WorkspaceWeights;
import io.quarkus.runtime.StartupEvent;
import io.vertx.core.Vertx;
import io.vertx.mutiny.sqlclient.Pool;
import jakarta.enterprise.event.Observes;
import jakarta.enterprise.inject.Produces;
import jakarta.inject.Singleton;

/** Rates of workspaces, put together. */
@Singleton
final class LimitWiring {
    private static final long A_MINUTE = 60_000;
    private static final long AN_HOUR = 3_600_000;

    @Produces
    @Singleton
    RateLedger rateLedger(Pool pool) {
        return new PostgresRateLedger(pool);
    }

    @Produces
    @Singleton
    WorkspaceLimits limits(LimitSettings settings, RateLedger ledger) {
        return new WorkspaceLimits(settings.rates(), ledger, System::nanoTime);
    }

    @Produces
    @Singleton
    WorkspaceWeights weights(LimitSettings settings) {
        return settings.workspaceWeights();
    }

    void started(@Observes StartupEvent event, Vertx vertx, WorkspaceLimits limits, RateLedger ledger) {
        vertx.setPeriodic(A_MINUTE, timer -> limits.tick());
        vertx.setPeriodic(AN_HOUR, timer -> ledger.sweep().subscribe().with(done -> {}, failure -> {}));
    }
}
