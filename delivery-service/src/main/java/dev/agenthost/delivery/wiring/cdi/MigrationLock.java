package dev.agenthost.delivery.wiring.cdi;

import io.quarkus.flyway.FlywayConfigurationCustomizer;
import jakarta.inject.Singleton;
import java.util.Map;
import org.flywaydb.core.api.configuration.FluentConfiguration;

/**
 * Makes Flyway lock by session, not by transaction: an index that is built concurrently waits for every older transaction, and would
 * wait for that of the lock for ever.
 */
@Singleton
class MigrationLock implements FlywayConfigurationCustomizer {
    @Override
    public void customize(FluentConfiguration configuration) {
        configuration.configuration(Map.of("flyway.postgresql.transactional.lock", "false"));
        // Another replica may take long to build an index.
        configuration.lockRetryCount(-1);
    }
}
