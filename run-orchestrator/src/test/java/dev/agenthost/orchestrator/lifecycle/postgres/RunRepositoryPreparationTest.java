package dev.agenthost.orchestrator.lifecycle.postgres;

import static org.assertj.core.api.Assertions.assertThat;

import dev.agenthost.orchestrator.RunsDatabase;
import io.vertx.mutiny.sqlclient.Pool;
import org.junit.jupiter.api.Test;

class RunRepositoryPreparationTest {
    @Test
    void preparesFourConnectionsAndStoresNothing() {
        try (var database = RunsDatabase.fresh()) {
            Pool pool = database.pool();

            new RunRepositoryPreparation(pool).prepare();

            assertThat(count(
                            pool,
                            "FROM pg_stat_activity WHERE datname = current_database() AND pid <> pg_backend_pid()"
                                    + " AND query ILIKE 'rollback%'"))
                    .isGreaterThanOrEqualTo(3);
            assertThat(count(pool, "FROM runs.runs")).isZero();
            assertThat(count(pool, "FROM runs.turns")).isZero();
        }
    }

    private static long count(Pool pool, String from) {
        return pool.query("SELECT count(*) " + from)
                .execute()
                .await()
                .indefinitely()
                .iterator()
                .next()
                .getLong(0);
    }
}
