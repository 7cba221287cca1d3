package dev.agenthost.platform.postgres;

import io.smallrye.mutiny.Multi;
import io.smallrye.mutiny.Uni;
import io.vertx.mutiny.sqlclient.Pool;
import io.vertx.mutiny.sqlclient.Row;
import io.vertx.mutiny.sqlclient.Tuple;
import java.lang.System.Logger;
import java.lang.System.Logger.Level;
import java.time.Duration;
import java.time.OffsetDateTime;
import java.time.ZoneOffset;
import java.util.List;
import java.util.concurrent.atomic.AtomicBoolean;
import java.util.stream.Collectors;

/**
 * Deletes rows whose term has passed, until none is left. A round uses one connection and short statements with pauses between
 * them, so that consumers are not held up; where another replica is deleting from a table, this one passes the table over.
 */
public final class RowExpiry {
    private static final Logger LOG = System.getLogger(RowExpiry.class.getName());
    private static final int BATCH = 1_000;
    private static final Duration PAUSE = Duration.ofMillis(50);
    /** The time limit of a statement; a statement without an answer by then counts as failed. */
    private static final Duration LIMIT = Duration.ofSeconds(10);

    private static final OffsetDateTime BEGINNING = OffsetDateTime.of(1970, 1, 1, 0, 0, 0, 0, ZoneOffset.UTC);

    private final Pool pool;
    private final List<ExpiringTable> tables;
    private final int batch;
    private final Duration pause;
    private final AtomicBoolean running = new AtomicBoolean();

    public RowExpiry(Pool pool, List<ExpiringTable> tables) {
        this(pool, tables, BATCH, PAUSE);
    }

    /**
     * @param batch the number of rows that one statement deletes
     * @param pause between two statements
     */
    RowExpiry(Pool pool, List<ExpiringTable> tables, int batch, Duration pause) {
        this.pool = pool;
        this.tables = List.copyOf(tables);
        this.batch = batch;
        this.pause = pause;
    }

    /**
     * Deletes the overdue rows of every table, and answers their number; to be called every minute or so. Does nothing while an
     * earlier round runs. Never fails: what one table refuses is logged, and holds no other up.
     */
    public Uni<Long> round() {
        if (!running.compareAndSet(false, true)) {
            return Uni.createFrom().item(0L);
        }
        return Multi.createFrom()
                .iterable(tables)
                .onItem()
                .transformToUniAndConcatenate(this::empty)
                .collect()
                .with(Collectors.summingLong(Long::longValue))
                .onTermination()
                .invoke(() -> running.set(false));
    }

    private Uni<Long> empty(ExpiringTable table) {
        Deletion deletion = new Deletion(table);
        return Multi.createBy()
                .repeating()
                .uni(deletion::next)
                .withDelay(pause)
                .whilst(rows -> rows >= batch)
                .onFailure()
                .invoke(why ->
                        LOG.log(Level.WARNING, "overdue rows of {0} are left: {1}", table.name(), why.toString()))
                .onFailure()
                .recoverWithCompletion()
                .collect()
                .with(Collectors.summingLong(Integer::longValue));
    }

    /** The deletion from one table, which begins each statement where the one before ended. */
    private final class Deletion {
        private final String sql;
        private final double term;
        private OffsetDateTime from = BEGINNING;

        Deletion(ExpiringTable table) {
            sql = table.deletion();
            term = table.term().toSeconds();
        }

        Uni<Integer> next() {
            return pool.preparedQuery(sql)
                    .execute(Tuple.of(from, term, batch))
                    .ifNoItem()
                    .after(LIMIT)
                    .fail()
                    .map(rows -> deleted(rows.iterator().next()));
        }

        private int deleted(Row row) {
            OffsetDateTime newest = row.getOffsetDateTime("newest");
            if (newest != null) {
                from = newest;
            }
            return row.getInteger("deleted");
        }
    }
}
