package dev.agenthost.orchestrator.ledger.postgres;

import dev.agenthost.orchestrator.lease.Incarnation;
import dev.agenthost.orchestrator.lease.LeaseLedger;
import dev.agenthost.orchestrator.ledger.postgres.row.Statements;
import io.smallrye.mutiny.Uni;
import io.vertx.mutiny.sqlclient.Pool;
import io.vertx.mutiny.sqlclient.SqlResult;
import java.time.Duration;

/** Leases in {@code runs.leases}. */
public final class PostgresLeaseLedger implements LeaseLedger {
    private static final String RENEW = """
            INSERT INTO runs.leases AS l (incarnation, replica, expires_at)
            VALUES ($1, $2, clock_timestamp() + make_interval(secs => $3))
            ON CONFLICT (incarnation) DO UPDATE SET expires_at = excluded.expires_at WHERE NOT l.dead
            RETURNING 1""";
    private static final String BURY =
            "UPDATE runs.leases SET dead = true WHERE NOT dead AND expires_at < clock_timestamp()";
    private static final String SURRENDER = "UPDATE runs.leases SET dead = true WHERE incarnation = $1";

    private final Statements statements;

    public PostgresLeaseLedger(Pool pool) {
        this.statements = new Statements(pool);
    }

    @Override
    public Uni<Boolean> renew(Incarnation incarnation, String replica, Duration term) {
        return statements.any(RENEW, incarnation.value(), replica, term.toMillis() / 1000.0);
    }

    @Override
    public Uni<Integer> buryOverdue() {
        return statements.run(BURY).map(SqlResult::rowCount);
    }

    @Override
    public Uni<Void> surrender(Incarnation incarnation) {
        return statements.run(SURRENDER, incarnation.value()).replaceWithVoid();
    }
}
