package dev.agenthost.orchestrator.runtime.postgres;

import dev.agenthost.orchestrator.runtime.RuntimeHoldRepository;
import dev.agenthost.platform.lease.Incarnation;
import io.smallrye.mutiny.Uni;
import io.vertx.mutiny.sqlclient.Pool;
import io.vertx.mutiny.sqlclient.Row;
import io.vertx.mutiny.sqlclient.RowSet;
import io.vertx.mutiny.sqlclient.Tuple;
import java.time.Duration;
import java.util.OptionalLong;
import java.util.UUID;

/** Stores holds in {@code runs.runtime_holds}: reads a hold, then acquires it by compare-and-set on its epoch. */
public final class PostgresRuntimeHoldRepository implements RuntimeHoldRepository {
    private static final String LOOK = """
            SELECT h.epoch, h.incarnation,
                EXISTS (SELECT FROM runs.leases l WHERE l.incarnation = h.incarnation AND NOT l.dead) AS alive
            FROM runs.runtime_holds h WHERE h.runtime = $1""";

    private static final String TAKE = """
            INSERT INTO runs.runtime_holds AS h (runtime, incarnation, epoch)
            SELECT $1, $2, $3::bigint + 1 FROM runs.leases l WHERE l.incarnation = $2 AND NOT l.dead
            ON CONFLICT (runtime) DO UPDATE
                SET incarnation = excluded.incarnation, epoch = excluded.epoch, acquired_at = clock_timestamp()
                WHERE h.epoch = $3
            RETURNING h.epoch""";

    private final Pool pool;
    private final Duration limit;

    /** @param limit the time limit of a statement; after it, the statement counts as failed */
    public PostgresRuntimeHoldRepository(Pool pool, Duration limit) {
        this.pool = pool;
        this.limit = limit;
    }

    @Override
    public Uni<OptionalLong> take(String runtime, Incarnation incarnation) {
        return ask(LOOK, Tuple.of(runtime)).onItem().transformToUni(rows -> {
            if (!rows.iterator().hasNext()) {
                return take(runtime, incarnation.value(), 0);
            }
            Row hold = rows.iterator().next();
            long epoch = hold.getLong("epoch");
            if (!hold.getBoolean("alive")) {
                return take(runtime, incarnation.value(), epoch);
            }
            return Uni.createFrom()
                    .item(
                            hold.getUUID("incarnation").equals(incarnation.value())
                                    ? OptionalLong.of(epoch)
                                    : OptionalLong.empty());
        });
    }

    private Uni<OptionalLong> take(String runtime, UUID incarnation, long current) {
        return ask(TAKE, Tuple.of(runtime, incarnation, current))
                .map(rows -> rows.iterator().hasNext()
                        ? OptionalLong.of(rows.iterator().next().getLong("epoch"))
                        : OptionalLong.empty());
    }

    private Uni<RowSet<Row>> ask(String statement, Tuple values) {
        return pool.preparedQuery(statement)
                .execute(values)
                .ifNoItem()
                .after(limit)
                .fail();
    }
}
