package dev.agenthost.platform.lease.postgres;

import dev.agenthost.testkit.PostgresTestDatabase;
import dev.agenthost.testkit.postgres.DatabaseAddress;
import io.smallrye.mutiny.Uni;
import io.vertx.mutiny.core.Vertx;
import io.vertx.mutiny.sqlclient.Pool;
import io.vertx.pgclient.PgConnectOptions;
import io.vertx.sqlclient.PoolOptions;
import java.time.Duration;
import java.util.List;
import java.util.concurrent.CopyOnWriteArrayList;

/** A database of its own with the table of leases, as the services have it. */
final class LeaseDatabase implements AutoCloseable {
    static final String SCHEMA = "house";

    private static final String TABLE = """
            CREATE SCHEMA house;
            CREATE TABLE house.leases (
                incarnation uuid        PRIMARY KEY,
                replica     text        NOT NULL,
                expires_at  timestamptz NOT NULL,
                dead        boolean     NOT NULL DEFAULT false
            )""";

    private final Vertx vertx = Vertx.vertx();
    private final DatabaseAddress address = PostgresTestDatabase.freshDatabase();
    private final List<Pool> pools = new CopyOnWriteArrayList<>();
    private final Pool own = pool();

    LeaseDatabase() {
        get(own.query(TABLE).execute());
    }

    int port() {
        return address.port();
    }

    Pool pool() {
        return pool(options());
    }

    /** One connection, as a replica has for its lease. */
    Pool pool(PgConnectOptions options) {
        Pool pool = Pool.pool(vertx, options, new PoolOptions().setMaxSize(1));
        pools.add(pool);
        return pool;
    }

    PgConnectOptions options() {
        return PgConnectOptions.fromUri(address.reactiveUrl())
                .setUser(address.user())
                .setPassword(address.password());
    }

    void empty() {
        get(own.query("TRUNCATE house.leases").execute());
    }

    static <T> T get(Uni<T> uni) {
        return uni.await().atMost(Duration.ofSeconds(20));
    }

    @Override
    public void close() {
        pools.forEach(Pool::closeAndAwait);
        vertx.closeAndAwait();
    }
}
