package dev.agenthost.context.wiring.cdi;

import io.quarkus.flyway.FlywayConfigurationCustomizer;
import jakarta.inject.Singleton;
import java.util.Map;
import org.flywaydb.core.api.configuration.FluentConfiguration;

/**
 * Flyway's own lock is a session's and no transaction's: an index that is built concurrently waits for every transaction that is older,
 * and would wait for that of the lock for ever.
 */
@Singleton
class MigrationLock implements FlywayConfigurationCustomizer {
    @Override
    public void customize(FluentConfiguration configuration) {
        configuration.configuration(Map.of("flyway.postgresql.transactional.lock", "false"));
        // Another replica may build an index for long.
        configuration.lockRetryCount(-1);
    }
}
