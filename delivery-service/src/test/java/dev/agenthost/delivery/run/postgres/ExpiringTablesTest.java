package dev.agenthost.delivery.run.postgres;

import static org.assertj.core.api.Assertions.assertThat;

import dev.agenthost.delivery.DeliveryDatabase;
import dev.agenthost.platform.postgres.ExpiringTable;
import java.time.Duration;
import org.junit.jupiter.api.Test;

class ExpiringTablesTest {
    @Test
    void aRoundOfExpiryIsServedByIndexes() {
        try (var database = new DeliveryDatabase()) {
            for (ExpiringTable table : ExpiringTables.after(Duration.ofDays(35))) {
                assertThat(database.number("SELECT count(*) FROM pg_indexes WHERE schemaname || '.' || tablename = '"
                                + table.name() + "' AND indexdef LIKE '%(" + table.time() + ")%'"))
                        .as(table.name())
                        .isPositive();
            }
        }
    }
}
