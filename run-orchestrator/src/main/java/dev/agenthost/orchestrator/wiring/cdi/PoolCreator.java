package dev.agenthost.orchestrator.wiring.cdi;

import dev.agenthost.orchestrator.lifecycle.postgres.ConnectionPools;
import io.quarkus.reactive.pg.client.PgPoolCreator;
import io.vertx.sqlclient.Pool;
import jakarta.inject.Singleton;

/** Creates the pool, except that of the lease, by {@link ConnectionPools}. */
@Singleton
class PoolCreator implements PgPoolCreator {
    @Override
    public Pool create(Input input) {
        return ConnectionPools.open(input.vertx(), input.pgConnectOptionsList(), input.poolOptions());
    }
}
