package dev.agenthost.orchestrator.ledger.postgres;

import io.vertx.mutiny.sqlclient.Pool;
import io.vertx.mutiny.sqlclient.SqlConnection;
import io.vertx.pgclient.PgConnection;
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
    private final AtomicReference<@Nullable SqlConnection> listening = new AtomicReference<>();
    private volatile boolean connecting;

    /** @param wakes whom each announcement wakes */
    public PostgresWakes(Pool pool, Map<String, Runnable> wakes) {
        this.pool = pool;
        this.wakes = Map.copyOf(wakes);
    }

    /** Connects where it is not connected; to be called every second or so. */
    public void keep() {
        if (connecting || listening.get() != null) {
            return;
        }
        connecting = true;
        pool.getConnection()
                .chain(connection -> {
                    PgConnection.cast(connection.getDelegate())
                            .notificationHandler(notice -> wake(notice.getChannel()));
                    connection.closeHandler(() -> listening.set(null));
                    listening.set(connection);
                    return connection.query("LISTEN " + QUEUED).execute().chain(() -> connection
                            .query("LISTEN " + CANCELLED)
                            .execute());
                })
                .onTermination()
                .invoke(() -> connecting = false)
                .subscribe()
                .with(rows -> wakes.values().forEach(Runnable::run), this::failed);
    }

    /** Gives the connection up. */
    public void stop() {
        connecting = true;
        SqlConnection connection = listening.getAndSet(null);
        if (connection != null) {
            connection.close().subscribe().with(closed -> {}, why -> {});
        }
    }

    private void failed(Throwable why) {
        LOG.debugf("not listening: %s", why.toString());
        SqlConnection connection = listening.getAndSet(null);
        if (connection != null) {
            connection.close().subscribe().with(closed -> {}, closing -> {});
        }
    }

    private void wake(String channel) {
        Runnable woken = wakes.get(channel);
        if (woken != null) {
            woken.run();
        }
    }
}
