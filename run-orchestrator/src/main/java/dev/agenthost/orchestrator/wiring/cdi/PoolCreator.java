package dev.agenthost.orchestrator.wiring.cdi;

import dev.agenthost.orchestrator.lifecycle.postgres.ConnectionPools;
import io.quarkus.reactive.pg.client.PgPoolCreator;
import io.vertx.sqlclient.Pool;
import jakarta.inject.Singleton;

/** The pool of everything but the lease is made as {@link ConnectionPools} says. */
@Singleton
class PoolCreator implements PgPoolCreator {
    @Override
    public Pool create(Input input) {
        return ConnectionPools.open(input.vertx(), input.pgConnectOptionsList(), input.poolOptions());
    }
}
