package dev.agenthost.orchestrator.database.postgres;

import io.smallrye.mutiny.Uni;
import io.vertx.mutiny.sqlclient.Pool;
import io.vertx.mutiny.sqlclient.SqlConnection;
import io.vertx.pgclient.PgConnection;
import java.time.Duration;
import java.util.Map;
import java.util.concurrent.atomic.AtomicReference;
import org.jboss.logging.Logger;
import org.jspecify.annotations.Nullable;

/**
 * Listens to what other replicas announce. It only makes things faster: whoever is woken also looks on his own, twice a
 * second.
 */
public final class PostgresWakes {
    /** A run was queued. */
    public static final String QUEUED = "runs_queued";
    /** A wish to cancel was noted. */
    public static final String CANCELLED = "runs_cancelled";

    private static final Logger LOG = Logger.getLogger(PostgresWakes.class);

    private final Pool pool;
    private final Map<String, Runnable> wakes;
    private final Duration limit;
    private final AtomicReference<@Nullable SqlConnection> listening = new AtomicReference<>();
    private volatile boolean connecting;

    /**
     * @param wakes whom each announcement wakes
     * @param limit how long connecting may take before it is tried anew
     */
    public PostgresWakes(Pool pool, Map<String, Runnable> wakes, Duration limit) {
        this.pool = pool;
        this.limit = limit;
        this.wakes = Map.copyOf(wakes);
    }

    /** Connects where it is not connected; to be called every second or so. */
    public void keep() {
        if (connecting || listening.get() != null) {
            return;
        }
        connecting = true;
        // Kept, because giving up on it must still give it back when it comes late.
        Uni<SqlConnection> connection = pool.getConnection().memoize().indefinitely();
        connection
                .chain(this::listen)
                .ifNoItem()
                .after(limit)
                .fail()
                .onTermination()
                .invoke(() -> connecting = false)
                .subscribe()
                .with(rows -> wakes.values().forEach(Runnable::run), why -> failed(connection, why));
    }

    private Uni<Void> listen(SqlConnection connection) {
        PgConnection.cast(connection.getDelegate()).notificationHandler(notice -> wake(notice.getChannel()));
        connection.closeHandler(() -> listening.compareAndSet(connection, null));
        listening.set(connection);
        return connection
                .query("LISTEN " + QUEUED)
                .execute()
                .chain(() -> connection.query("LISTEN " + CANCELLED).execute())
                .replaceWithVoid();
    }

    /** Gives the connection up. */
    public void stop() {
        connecting = true;
        SqlConnection connection = listening.getAndSet(null);
        if (connection != null) {
            connection.close().subscribe().with(closed -> {}, why -> {});
        }
    }

    private void failed(Uni<SqlConnection> connection, Throwable why) {
        LOG.debugf("not listening: %s", why.toString());
        listening.set(null);
        connection.subscribe().with(SqlConnection::closeAndForget, none -> {});
    }

    private void wake(String channel) {
        Runnable woken = wakes.get(channel);
        if (woken != null) {
            woken.run();
        }
    }
}
