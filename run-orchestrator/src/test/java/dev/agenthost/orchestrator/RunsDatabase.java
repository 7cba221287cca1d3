package dev.agenthost.orchestrator;

import dev.agenthost.testkit.PostgresTestDatabase;
import dev.agenthost.testkit.postgres.DatabaseAddress;
import io.vertx.core.Vertx;
import io.vertx.mutiny.sqlclient.Pool;
import io.vertx.pgclient.PgBuilder;
import io.vertx.pgclient.PgConnectOptions;
import io.vertx.sqlclient.PoolOptions;
import org.flywaydb.core.Flyway;

/** A database of its own with all tables of runs, and a pool that leads there. */
public record RunsDatabase(Vertx vertx, Pool pool) implements AutoCloseable {
    private static final int CONNECTIONS = 8;

    public static RunsDatabase fresh() {
        return at(PostgresTestDatabase.freshDatabase());
    }

    /** Fills an empty database. */
    public static RunsDatabase at(DatabaseAddress at) {
        Flyway.configure()
                .dataSource(at.jdbcUrl(), at.user(), at.password())
                .schemas("runs")
                .locations("db/runs")
                .load()
                .migrate();
        var vertx = Vertx.vertx();
        return new RunsDatabase(
                vertx,
                Pool.newInstance(PgBuilder.pool()
                        .connectingTo(PgConnectOptions.fromUri(at.reactiveUrl())
                                .setUser(at.user())
                                .setPassword(at.password())
                                .addProperty("synchronous_commit", "on"))
                        .with(new PoolOptions().setMaxSize(CONNECTIONS))
                        .using(vertx)
                        .build()));
    }

    @Override
    public void close() {
        pool.closeAndAwait();
        vertx.close().toCompletionStage().toCompletableFuture().join();
    }
}
