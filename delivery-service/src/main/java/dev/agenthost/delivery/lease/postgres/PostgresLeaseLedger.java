package dev.agenthost.delivery.lease.postgres;

import dev.agenthost.delivery.lease.Incarnation;
import dev.agenthost.delivery.lease.LeaseLedger;
import io.smallrye.mutiny.Uni;
import io.vertx.mutiny.sqlclient.Pool;
import io.vertx.mutiny.sqlclient.SqlResult;
import io.vertx.mutiny.sqlclient.Tuple;
import java.time.Duration;

/** {@code delivery.leases}. */
public final class PostgresLeaseLedger implements LeaseLedger {

    private static final String RENEW = """
            INSERT INTO delivery.leases AS l (incarnation, replica, expires_at)
            VALUES ($1, $2, clock_timestamp() + $3::bigint * interval '1 millisecond')
            ON CONFLICT (incarnation) DO UPDATE SET expires_at = excluded.expires_at WHERE NOT l.dead
            """;

    private static final String BURY =
            "UPDATE delivery.leases SET dead = true WHERE NOT dead AND expires_at < clock_timestamp()";

    private static final String SURRENDER = "UPDATE delivery.leases SET dead = true WHERE incarnation = $1";

    private static final String SWEEP =
            "DELETE FROM delivery.leases WHERE dead AND expires_at < clock_timestamp() - $1::bigint * interval '1 second'";

    private final Pool pool;

    public PostgresLeaseLedger(Pool pool) {
        this.pool = pool;
    }

    @Override
    public Uni<Boolean> renew(Incarnation incarnation, String replica, Duration term) {
        return pool.preparedQuery(RENEW)
                .execute(Tuple.of(incarnation.value(), replica, term.toMillis()))
                .map(done -> done.rowCount() == 1);
    }

    @Override
    public Uni<Integer> buryOverdue() {
        return pool.preparedQuery(BURY).execute().map(SqlResult::rowCount);
    }

    @Override
    public Uni<Void> surrender(Incarnation incarnation) {
        return pool.preparedQuery(SURRENDER)
                .execute(Tuple.of(incarnation.value()))
                .replaceWithVoid();
    }

    @Override
    public Uni<Integer> sweep(Duration olderThan) {
        return pool.preparedQuery(SWEEP)
                .execute(Tuple.of(olderThan.toSeconds()))
                .map(SqlResult::rowCount);
    }
}
