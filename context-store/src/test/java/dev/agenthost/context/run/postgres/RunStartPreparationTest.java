package dev.agenthost.context.run.postgres;

import static org.assertj.core.api.Assertions.assertThat;

import dev.agenthost.context.fixture.Database;
import org.junit.jupiter.api.Test;

class RunStartPreparationTest {
    @Test
    void startsARunOnFourConnectionsAndLeavesNothing() throws Exception {
        try (var database = new Database()) {
            new RunStartPreparation(database.pool()).prepare();

            assertThat(database.rows("select query from pg_stat_activity where datname = current_database()"
                            + " and pid <> pg_backend_pid() and state = 'idle' and query ilike 'rollback%'"))
                    .hasSizeGreaterThanOrEqualTo(3);
            assertThat(database.count("from pg_prepared_statements where statement like '%open_run%'"))
                    .isEqualTo(1);
            assertThat(database.count("from context.runs")).isZero();
        }
    }
}
