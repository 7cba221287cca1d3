package dev.agenthost.gateway.polling;

import dev.agenthost.testkit.PostgresTestDatabase;
import dev.agenthost.testkit.postgres.DatabaseAddress;
import io.smallrye.mutiny.Uni;
import io.vertx.mutiny.core.Vertx;
import io.vertx.mutiny.sqlclient.Pool;
import io.vertx.pgclient.PgConnectOptions;
import io.vertx.sqlclient.PoolOptions;
import java.util.List;
import java.util.concurrent.CopyOnWriteArrayList;
import org.flywaydb.core.Flyway;

/** A database with this service's tables, and pools for simulated replicas. */
public final class GatewayDatabase implements AutoCloseable {
    private final Vertx vertx = Vertx.vertx();
    private final DatabaseAddress address = PostgresTestDatabase.freshDatabase();
    private final List<Pool> pools = new CopyOnWriteArrayList<>();

    public GatewayDatabase() {
        // Context propagation is set up at its first use, which must not be that of two replicas at once.
        Uni.createFrom().deferred(() -> Uni.createFrom().voidItem()).await().indefinitely();
        Flyway.configure()
                .dataSource(address.jdbcUrl(), address.user(), address.password())
                .locations("db/gateway")
                .schemas("gateway")
                .load()
                .migrate();
    }

    public Vertx vertx() {
        return vertx;
    }

    public Pool pool(int size) {
        Pool pool = Pool.pool(
                vertx,
                PgConnectOptions.fromUri(address.reactiveUrl())
                        .setUser(address.user())
                        .setPassword(address.password()),
                new PoolOptions().setMaxSize(size));
        pools.add(pool);
        return pool;
    }

    @Override
    public void close() {
        pools.forEach(Pool::closeAndAwait);
        vertx.closeAndAwait();
    }
}
