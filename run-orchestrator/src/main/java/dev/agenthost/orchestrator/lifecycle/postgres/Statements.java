package dev.agenthost.orchestrator.lifecycle.postgres;

import io.smallrye.mutiny.Uni;
import io.vertx.mutiny.sqlclient.Pool;
import io.vertx.mutiny.sqlclient.Row;
import io.vertx.mutiny.sqlclient.RowSet;
import io.vertx.mutiny.sqlclient.Tuple;
import io.vertx.pgclient.PgException;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.function.Function;
import org.jspecify.annotations.Nullable;

/** Runs single statements, each in its own transaction and with a time limit; a statement without a response by then counts as failed. */
public final class Statements {
    /** Shorter than the age at which a claim whose result was lost is released. */
    public static final Duration LIMIT = Duration.ofSeconds(10);

    private final Pool pool;

    public Statements(Pool pool) {
        this.pool = pool;
    }

    public Uni<RowSet<Row>> run(String sql, @Nullable Object... values) {
        Tuple tuple = Tuple.newInstance(io.vertx.sqlclient.Tuple.wrap(values));
        return pool.preparedQuery(sql).execute(tuple).ifNoItem().after(LIMIT).fail();
    }

    public <T> Uni<List<T>> list(Function<Row, T> mapper, String sql, @Nullable Object... values) {
        return run(sql, values).map(rows -> {
            List<T> list = new ArrayList<>(rows.size());
            for (Row row : rows) {
                list.add(mapper.apply(row));
            }
            return list;
        });
    }

    /** Returns true if the statement changed or found a row. */
    public Uni<Boolean> any(String sql, @Nullable Object... values) {
        return run(sql, values).map(rows -> rows.rowCount() > 0);
    }

    /** Returns the SQLSTATE if the database refused the data: as such, or as a key too long for its index (54). */
    public static Optional<String> refusedAsData(Throwable why) {
        return why instanceof PgException refused
                        && refused.getSqlState() != null
                        && (refused.getSqlState().startsWith("22")
                                || refused.getSqlState().startsWith("23")
                                || refused.getSqlState().startsWith("54"))
                ? Optional.of(refused.getSqlState())
                : Optional.empty();
    }
}
