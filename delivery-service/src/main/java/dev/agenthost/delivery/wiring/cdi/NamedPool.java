package dev.agenthost.delivery.wiring.cdi;

import io.quarkus.reactive.pg.client.PgPoolCreator;
import io.vertx.pgclient.PgBuilder;
import io.vertx.sqlclient.Pool;
import io.vertx.sqlclient.PoolOptions;
import jakarta.inject.Singleton;
import java.util.List;

/** Names the pool of everything but the lease: the metrics of a second unnamed pool are lost. */
@Singleton
class NamedPool implements PgPoolCreator {
    @Override
    public Pool create(Input input) {
        return PgBuilder.pool()
                .with(new PoolOptions(input.poolOptions()).setName("delivery"))
                .connectingTo(List.copyOf(input.pgConnectOptionsList()))
                .using(input.vertx())
                .build();
    }
}
