package dev.agenthost.orchestrator.wiring.cdi;

import dev.agenthost.orchestrator.database.postgres.Pools;
import io.quarkus.reactive.datasource.ReactiveDataSource;
import io.quarkus.reactive.pg.client.PgPoolCreator;
import io.vertx.sqlclient.Pool;
import jakarta.inject.Singleton;

/** Both pools of this service are made as {@link Pools} says. */
final class PoolCreators {
    private PoolCreators() {}

    /** Of everything but the lease. */
    @Singleton
    static class Usual implements PgPoolCreator {
        @Override
        public Pool create(Input input) {
            return Pools.open(input.vertx(), input.pgConnectOptionsList(), input.poolOptions());
        }
    }

    /** Of the lease. */
    @Singleton
    @ReactiveDataSource("lease")
    static class OfTheLease implements PgPoolCreator {
        @Override
        public Pool create(Input input) {
            return Pools.open(input.vertx(), input.pgConnectOptionsList(), input.poolOptions());
        }
    }
}
