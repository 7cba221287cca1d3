package dev.agenthost.delivery.run.postgres;

import static org.assertj.core.api.Assertions.assertThat;

import dev.agenthost.delivery.DeliveryDatabase;
import org.junit.jupiter.api.Test;

class RunPreparationTest {
    @Test
    void looksUpARunOnFourConnections() {
        try (var database = new DeliveryDatabase()) {
            new RunPreparation(database.pool(4)).prepare();

            assertThat(database.number("SELECT count(*) FROM pg_stat_activity WHERE datname = current_database()"
                            + " AND pid <> pg_backend_pid() AND query ILIKE 'rollback%'"))
                    .isGreaterThanOrEqualTo(4);
        }
    }
}
