package dev.agenthost.orchestrator.lifecycle.postgres;

import io.smallrye.mutiny.Uni;
import io.vertx.mutiny.sqlclient.Pool;
import io.vertx.mutiny.sqlclient.SqlConnection;
import io.vertx.pgclient.PgConnection;
import java.time.Duration;
import java.util.Map;
import java.util.concurrent.atomic.AtomicReference;
import java.util.function.Consumer;
import org.jboss.logging.Logger;
import org.jspecify.annotations.Nullable;

/**
 * Listens to what other replicas announce. It only makes things faster: whoever is woken also looks on his own, twice a
 * second.
 */
public final class PostgresNotificationListener {
    /** A run was queued. */
    public static final String QUEUED = "runs_queued";
    /** A wish to cancel was noted. */
    public static final String CANCELLED = "runs_cancelled";

    /** Plugins are to be asked what they are; says for which workspace. */
    public static final String REFRESHED = "runners_refreshed";

    private static final Logger LOG = Logger.getLogger(PostgresNotificationListener.class);

    private final Pool pool;
    private final Map<String, Consumer<String>> wakes;
    private final Duration limit;
    private final AtomicReference<@Nullable SqlConnection> listening = new AtomicReference<>();
    private volatile boolean connecting;

    /**
     * @param wakes the consumers by channel, called with the payload; with an empty text if notifications may have been missed
     * @param limit the time limit of a connection attempt
     */
    public PostgresNotificationListener(Pool pool, Map<String, Consumer<String>> wakes, Duration limit) {
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
                .with(rows -> wakes.values().forEach(woken -> woken.accept("")), why -> failed(connection, why));
    }

    private Uni<Void> listen(SqlConnection connection) {
        PgConnection.cast(connection.getDelegate())
                .notificationHandler(notice -> wake(notice.getChannel(), notice.getPayload()));
        connection.closeHandler(() -> listening.compareAndSet(connection, null));
        listening.set(connection);
        return connection
                .query("LISTEN " + QUEUED)
                .execute()
                .chain(() -> connection.query("LISTEN " + CANCELLED).execute())
                .chain(() -> connection.query("LISTEN " + REFRESHED).execute())
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

    private void wake(String channel, String said) {
        Consumer<String> woken = wakes.get(channel);
        if (woken != null) {
            woken.accept(said);
        }
    }
}
