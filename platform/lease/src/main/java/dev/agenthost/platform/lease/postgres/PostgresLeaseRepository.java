package dev.agenthost.platform.lease.postgres;

import dev.agenthost.platform.lease.Incarnation;
import dev.agenthost.platform.lease.LeaseRepository;
import io.smallrye.mutiny.Uni;
import io.vertx.mutiny.sqlclient.SqlResult;
import io.vertx.mutiny.sqlclient.Tuple;
import java.time.Duration;

/** The table {@code leases} of a service's schema. */
public final class PostgresLeaseRepository implements LeaseRepository {
    private static final String RENEW = """
            INSERT INTO %s.leases AS l (incarnation, replica, expires_at)
            VALUES ($1, $2, clock_timestamp() + $3::bigint * interval '1 millisecond')
            ON CONFLICT (incarnation) DO UPDATE SET expires_at = excluded.expires_at WHERE NOT l.dead
            """;
    private static final String EXPIRE =
            "UPDATE %s.leases SET dead = true WHERE NOT dead AND expires_at < clock_timestamp()";
    private static final String SURRENDER = "UPDATE %s.leases SET dead = true WHERE incarnation = $1";
    private static final String SWEEP =
            "DELETE FROM %s.leases WHERE dead AND expires_at < clock_timestamp() - $1::bigint * interval '1 second'";

    private final LeaseConnection connection;
    private final String renew;
    private final String expire;
    private final String surrender;
    private final String sweep;

    /** @param schema a trusted name: the statements contain it unescaped */
    public PostgresLeaseRepository(LeaseConnection connection, String schema) {
        this.connection = connection;
        this.renew = RENEW.formatted(schema);
        this.expire = EXPIRE.formatted(schema);
        this.surrender = SURRENDER.formatted(schema);
        this.sweep = SWEEP.formatted(schema);
    }

    @Override
    public Uni<Boolean> renew(Incarnation incarnation, String replica, Duration term) {
        return connection
                .query(renew, Tuple.of(incarnation.value(), replica, term.toMillis()))
                .map(done -> done.rowCount() == 1);
    }

    @Override
    public Uni<Integer> expireOverdue() {
        return connection.query(expire, Tuple.tuple()).map(SqlResult::rowCount);
    }

    @Override
    public Uni<Void> surrender(Incarnation incarnation) {
        return connection.query(surrender, Tuple.of(incarnation.value())).replaceWithVoid();
    }

    @Override
    public Uni<Integer> sweep(Duration olderThan) {
        return connection.query(sweep, Tuple.of(olderThan.toSeconds())).map(SqlResult::rowCount);
    }
}
