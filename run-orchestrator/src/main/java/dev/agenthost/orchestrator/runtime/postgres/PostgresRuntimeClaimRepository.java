package dev.agenthost.orchestrator.runtime.postgres;

import dev.agenthost.orchestrator.runtime.RuntimeClaimRepository;
import dev.agenthost.platform.lease.Incarnation;
import io.smallrye.mutiny.Uni;
import io.vertx.mutiny.sqlclient.Pool;
import io.vertx.mutiny.sqlclient.Row;
import io.vertx.mutiny.sqlclient.RowSet;
import io.vertx.mutiny.sqlclient.Tuple;
import java.time.Duration;
import java.util.OptionalLong;
import java.util.UUID;

/** Stores claims in {@code runs.runtime_claims}: reads a claim, then acquires it by compare-and-set on its epoch. */
public final class PostgresRuntimeClaimRepository implements RuntimeClaimRepository {
    private static final String SELECT = """
            SELECT c.epoch, c.incarnation,
                EXISTS (SELECT FROM runs.leases l WHERE l.incarnation = c.incarnation AND NOT l.dead) AS alive
            FROM runs.runtime_claims c WHERE c.runtime = $1""";

    private static final String CLAIM = """
            INSERT INTO runs.runtime_claims AS c (runtime, incarnation, epoch)
            SELECT $1, $2, $3::bigint + 1 FROM runs.leases l WHERE l.incarnation = $2 AND NOT l.dead
            ON CONFLICT (runtime) DO UPDATE
                SET incarnation = excluded.incarnation, epoch = excluded.epoch, acquired_at = clock_timestamp()
                WHERE c.epoch = $3
            RETURNING c.epoch""";

    private final Pool pool;
    private final Duration limit;

    /** @param limit the time limit of a statement; after it, the statement counts as failed */
    public PostgresRuntimeClaimRepository(Pool pool, Duration limit) {
        this.pool = pool;
        this.limit = limit;
    }

    @Override
    public Uni<OptionalLong> claim(String runtime, Incarnation incarnation) {
        return execute(SELECT, Tuple.of(runtime)).onItem().transformToUni(rows -> {
            if (!rows.iterator().hasNext()) {
                return claim(runtime, incarnation.value(), 0);
            }
            Row claim = rows.iterator().next();
            long epoch = claim.getLong("epoch");
            if (!claim.getBoolean("alive")) {
                return claim(runtime, incarnation.value(), epoch);
            }
            return Uni.createFrom()
                    .item(
                            claim.getUUID("incarnation").equals(incarnation.value())
                                    ? OptionalLong.of(epoch)
                                    : OptionalLong.empty());
        });
    }

    private Uni<OptionalLong> claim(String runtime, UUID incarnation, long current) {
        return execute(CLAIM, Tuple.of(runtime, incarnation, current))
                .map(rows -> rows.iterator().hasNext()
                        ? OptionalLong.of(rows.iterator().next().getLong("epoch"))
                        : OptionalLong.empty());
    }

    private Uni<RowSet<Row>> execute(String statement, Tuple values) {
        return pool.preparedQuery(statement)
                .execute(values)
                .ifNoItem()
                .after(limit)
                .fail();
    }
}
