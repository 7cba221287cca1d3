package dev.agenthost.gateway.connection.postgres;

import dev.agenthost.gateway.connection.BotConnection;
import dev.agenthost.gateway.connection.ConnectionDirectory;
import io.smallrye.mutiny.Uni;
import io.vertx.mutiny.sqlclient.Pool;
import io.vertx.mutiny.sqlclient.Tuple;
import java.net.URI;
import java.util.Optional;

/** The table {@code gateway.bot_connections}. */
public final class PostgresConnectionDirectory implements ConnectionDirectory {
    private static final String ENTER = """
            INSERT INTO gateway.bot_connections (bot_id, connection, replica_url, entered_at) VALUES ($1, $2, $3, now())
            ON CONFLICT (bot_id) DO UPDATE
            SET connection = excluded.connection, replica_url = excluded.replica_url, entered_at = excluded.entered_at
            """;
    private static final String KEEP = """
            INSERT INTO gateway.bot_connections (bot_id, connection, replica_url, entered_at) VALUES ($1, $2, $3, now())
            ON CONFLICT (bot_id) DO NOTHING
            """;
    private static final String REMOVE = "DELETE FROM gateway.bot_connections WHERE bot_id = $1 AND connection = $2";
    private static final String REMOVE_REPLICA =
            "DELETE FROM gateway.bot_connections WHERE bot_id = $1 AND replica_url = $2";
    private static final String FIND = "SELECT replica_url FROM gateway.bot_connections WHERE bot_id = $1";

    private final Pool pool;

    public PostgresConnectionDirectory(Pool pool) {
        this.pool = pool;
    }

    @Override
    public Uni<Void> enter(BotConnection connection, URI replica) {
        return execute(ENTER, Tuple.of(connection.botId(), connection.id(), replica.toString()));
    }

    @Override
    public Uni<Void> keep(BotConnection connection, URI replica) {
        return execute(KEEP, Tuple.of(connection.botId(), connection.id(), replica.toString()));
    }

    @Override
    public Uni<Void> remove(BotConnection connection) {
        return execute(REMOVE, Tuple.of(connection.botId(), connection.id()));
    }

    @Override
    public Uni<Void> remove(String botId, URI replica) {
        return execute(REMOVE_REPLICA, Tuple.of(botId, replica.toString()));
    }

    @Override
    public Uni<Optional<URI>> replicaOf(String botId) {
        return pool.preparedQuery(FIND)
                .execute(Tuple.of(botId))
                .map(rows -> rows.rowCount() == 0
                        ? Optional.empty()
                        : Optional.of(URI.create(rows.iterator().next().getString("replica_url"))));
    }

    private Uni<Void> execute(String statement, Tuple parameters) {
        return pool.preparedQuery(statement).execute(parameters).replaceWithVoid();
    }
}
