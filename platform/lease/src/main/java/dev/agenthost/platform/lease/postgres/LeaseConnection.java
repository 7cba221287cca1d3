package dev.agenthost.platform.lease.postgres;

import io.smallrye.mutiny.TimeoutException;
import io.smallrye.mutiny.Uni;
import io.vertx.mutiny.sqlclient.Pool;
import io.vertx.mutiny.sqlclient.Row;
import io.vertx.mutiny.sqlclient.RowSet;
import io.vertx.mutiny.sqlclient.Tuple;
import java.time.Duration;
import java.util.function.Supplier;
import org.jboss.logging.Logger;
import org.jspecify.annotations.Nullable;

/**
 * The connection of a lease, the only one of its pool: each query waits for the answer before. If a network silently
 * drops packets, neither an answer nor the connection's end arrives, and the operating system takes a quarter of an
 * hour to notice. After two terms with queries and no answer, the pool is therefore abandoned and a new one is opened.
 *
 * <p>An idle timeout of the client is not enough: PostgreSQL's client (4.5) then sends a termination message, and waits
 * for the server to close.
 */
public final class LeaseConnection implements AutoCloseable {
    private static final Logger LOG = Logger.getLogger(LeaseConnection.class);

    private final Supplier<Pool> dial;
    private final Duration patience;
    private Pool pool;
    private @Nullable Long unansweredSince;

    /** @param dial opens a pool; called again after each abandoned one */
    public LeaseConnection(Supplier<Pool> dial, Duration term) {
        this.dial = dial;
        this.patience = patience(term);
        this.pool = dial.get();
    }

    /**
     * Returns the longest time without an answer. A lease is renewed four times a term, so a healthy connection never
     * reaches it.
     */
    public static Duration patience(Duration term) {
        return term.multipliedBy(2);
    }

    Uni<RowSet<Row>> query(String statement, Tuple values) {
        return Uni.createFrom().deferred(() -> {
            Pool connectedPool = connected();
            return connectedPool
                    .preparedQuery(statement)
                    .execute(values)
                    .onItemOrFailure()
                    .invoke((rows, why) -> answered(connectedPool))
                    .ifNoItem()
                    .after(patience)
                    .fail()
                    .onFailure(TimeoutException.class)
                    .invoke(() -> unanswered(connectedPool))
                    .onCancellation()
                    .invoke(() -> unanswered(connectedPool));
        });
    }

    private synchronized Pool connected() {
        if (unansweredSince == null) {
            unansweredSince = System.nanoTime();
        }
        return pool;
    }

    private synchronized void answered(Pool connectedPool) {
        if (connectedPool == pool) {
            unansweredSince = null;
        }
    }

    private synchronized void unanswered(Pool connectedPool) {
        if (connectedPool == pool
                && unansweredSince != null
                && System.nanoTime() - unansweredSince >= patience.toNanos()) {
            LOG.warnf("the database does not answer on the lease's connection; opening another one");
            unansweredSince = null;
            pool = dial.get();
            leave(connectedPool);
        }
    }

    @Override
    public synchronized void close() {
        leave(pool);
    }

    /** Closes the pool without waiting, because a dropped connection never closes. */
    private static void leave(Pool pool) {
        pool.close().subscribe().with(closed -> {}, why -> {});
    }
}
