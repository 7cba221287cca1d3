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
 * Listens to notifications of other replicas. They only reduce latency: every consumer also polls twice a second.
 */
public final class PostgresNotificationListener {
    /** A run was queued. */
    public static final String QUEUED = "runs_queued";
    /** A cancellation was requested. */
    public static final String CANCELLED = "runs_cancelled";

    /** The descriptions of plugins are to be refreshed; the payload is the workspace. */
    public static final String REFRESHED = "runners_refreshed";

    private static final Logger LOG = Logger.getLogger(PostgresNotificationListener.class);

    private final Pool pool;
    private final Map<String, Consumer<String>> consumers;
    private final Duration limit;
    private final AtomicReference<@Nullable SqlConnection> listening = new AtomicReference<>();
    private volatile boolean connecting;

    /**
     * @param consumers the consumers by channel, called with the payload; with an empty text if notifications may have been missed
     * @param limit the time limit of a connection attempt
     */
    public PostgresNotificationListener(Pool pool, Map<String, Consumer<String>> consumers, Duration limit) {
        this.pool = pool;
        this.limit = limit;
        this.consumers = Map.copyOf(consumers);
    }

    /** Connects if not connected; called every second. */
    public void keep() {
        if (connecting || listening.get() != null) {
            return;
        }
        connecting = true;
        // Memoized: after the limit, a late connection must still be returned to the pool.
        Uni<SqlConnection> connection = pool.getConnection().memoize().indefinitely();
        connection
                .chain(this::listen)
                .ifNoItem()
                .after(limit)
                .fail()
                .onTermination()
                .invoke(() -> connecting = false)
                .subscribe()
                .with(
                        rows -> consumers.values().forEach(consumer -> consumer.accept("")),
                        why -> failed(connection, why));
    }

    private Uni<Void> listen(SqlConnection connection) {
        PgConnection.cast(connection.getDelegate())
                .notificationHandler(notice -> notifyConsumer(notice.getChannel(), notice.getPayload()));
        connection.closeHandler(() -> listening.compareAndSet(connection, null));
        listening.set(connection);
        return connection
                .query("LISTEN " + QUEUED)
                .execute()
                .chain(() -> connection.query("LISTEN " + CANCELLED).execute())
                .chain(() -> connection.query("LISTEN " + REFRESHED).execute())
                .replaceWithVoid();
    }

    /** Closes the connection. */
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

    private void notifyConsumer(String channel, String payload) {
        Consumer<String> consumer = consumers.get(channel);
        if (consumer != null) {
            consumer.accept(payload);
        }
    }
}
