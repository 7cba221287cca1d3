package dev.agenthost.platform.observability.postgres;

import io.smallrye.mutiny.Uni;
import io.vertx.mutiny.sqlclient.Pool;
import io.vertx.mutiny.sqlclient.SqlConnection;
import java.time.Duration;
import java.util.function.Function;
import java.util.stream.IntStream;

/**
 * Opens connections of a pool and executes statements on each of them, in transactions that are rolled back. An event needs several
 * connections at once; each is authenticated first, and plans a function at its first call.
 */
public final class ConnectionPreparation {
    /** The most connections of one service that an event needs. */
    private static final int CONNECTIONS = 4;

    private static final Duration LIMIT = Duration.ofSeconds(10);

    private ConnectionPreparation() {}

    /** Waits until the statements were executed on each connection. */
    public static void prepare(Pool pool, Function<SqlConnection, Uni<?>> statements) {
        // Concurrent requests get different connections.
        Uni.join()
                .all(IntStream.range(0, CONNECTIONS)
                        .mapToObj(any -> pool.withConnection(connection -> rolledBack(connection, statements)))
                        .toList())
                .andCollectFailures()
                .await()
                .atMost(LIMIT);
    }

    private static Uni<Void> rolledBack(SqlConnection connection, Function<SqlConnection, Uni<?>> statements) {
        return connection.begin().chain(transaction -> statements
                .apply(connection)
                .onItemOrFailure()
                .call(transaction::rollback)
                .replaceWithVoid());
    }
}
