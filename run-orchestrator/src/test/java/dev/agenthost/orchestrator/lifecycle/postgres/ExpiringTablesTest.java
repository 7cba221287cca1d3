package dev.agenthost.orchestrator.lifecycle.postgres;

import static dev.agenthost.orchestrator.lifecycle.postgres.RunsReplica.done;
import static org.assertj.core.api.Assertions.assertThat;

import dev.agenthost.orchestrator.run.ClaimedRun;
import dev.agenthost.orchestrator.run.RunKey;
import dev.agenthost.orchestrator.walk.RunRequests;
import dev.agenthost.platform.postgres.ExpiringTable;
import dev.agenthost.platform.postgres.RowExpiry;
import org.junit.jupiter.api.Test;

/** Tests the deletion of rows after their term. */
class ExpiringTablesTest extends TwoReplicas {
    @Test
    void deletesOldEndedRows() {
        ClaimedRun old = claimed(one, RunRequests.of("x"));
        one.store(old);
        one.mark(old.key(), 0);
        ClaimedRun running = claimed(one, RunRequests.of("x"));
        done(one.cancellations.request(new RunKey("demo", RunRequests.of("x").runId()), null));
        sql("INSERT INTO runs.grants (workspace_id, run_id, frozen) VALUES ('demo', gen_random_uuid(), '{}')");
        for (String column : new String[] {
            "runs.runs.admitted_at", "runs.turns.updated_at", "runs.cancellations.requested_at", "runs.grants.frozen_at"
        }) {
            String name = column.substring(column.lastIndexOf('.') + 1);
            sql("UPDATE " + column.substring(0, column.lastIndexOf('.')) + " SET " + name + " = " + name
                    + " - interval '36 days'");
        }

        done(new RowExpiry(pool, ExpiringTables.ALL).round());

        assertThat(done(one.runs.find(old.key()))).isEmpty();
        assertThat(done(one.runs.find(running.key()))).isPresent();
        assertThat(count("runs.turns")).isEqualTo(1);
        assertThat(count("runs.cancellations")).isZero();
        assertThat(count("runs.grants")).isZero();
    }

    @Test
    void anExpiryPassUsesIndexes() {
        for (ExpiringTable table : ExpiringTables.ALL) {
            if (!table.name().equals("runs.leases")) {
                assertThat(count("pg_indexes WHERE schemaname || '.' || tablename = '" + table.name()
                                + "' AND indexdef LIKE '%(" + table.time() + ")%'"))
                        .as(table.name())
                        .isPositive();
            }
        }
    }

    private static void sql(String statement) {
        done(pool.query(statement).execute());
    }

    private static long count(String from) {
        return done(pool.query("SELECT count(*) FROM " + from).execute())
                .iterator()
                .next()
                .getLong(0);
    }
}
