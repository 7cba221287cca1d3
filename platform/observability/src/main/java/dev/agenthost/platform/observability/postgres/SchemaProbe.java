package dev.agenthost.platform.observability.postgres;

import dev.agenthost.platform.observability.SchemaState;
import dev.agenthost.platform.observability.SchemaStatus;
import io.quarkus.runtime.ShutdownEvent;
import io.quarkus.runtime.StartupEvent;
import jakarta.annotation.Priority;
import jakarta.enterprise.context.ApplicationScoped;
import jakarta.enterprise.event.Observes;
import jakarta.enterprise.inject.Produces;
import jakarta.inject.Singleton;
import java.time.Duration;
import java.util.Arrays;
import java.util.List;
import org.eclipse.microprofile.config.inject.ConfigProperty;
import org.flywaydb.core.Flyway;
import org.flywaydb.core.api.MigrationInfo;
import org.flywaydb.core.api.MigrationInfoService;
import org.flywaydb.core.api.MigrationState;
import org.jboss.logging.Logger;

/**
 * Asks Flyway periodically. If this process migrates at its start, the state begins as current. Each check opens its own connection: a pool
 * of JDBC connections that lost its database during their validation never provides one again.
 */
@ApplicationScoped
public class SchemaProbe {
    private static final Logger LOG = Logger.getLogger(SchemaProbe.class);

    private final Flyway flyway;
    private final SchemaStatus schema;
    private final Duration pause;
    private volatile boolean stopped;

    SchemaProbe(
            Flyway flyway,
            SchemaStatus schema,
            @ConfigProperty(name = "quarkus.datasource.jdbc.url") String url,
            @ConfigProperty(name = "quarkus.datasource.username") String user,
            @ConfigProperty(name = "quarkus.datasource.password") String password,
            @ConfigProperty(name = "agenthost.observability.schema-probe-interval", defaultValue = "30s")
                    Duration pause) {
        this.flyway = Flyway.configure()
                .configuration(flyway.getConfiguration())
                .dataSource(url, user, password)
                .connectRetries(0)
                .load();
        this.schema = schema;
        this.pause = pause;
    }

    void start(@Observes @Priority(Integer.MAX_VALUE) StartupEvent started) {
        Thread.ofVirtual().name("schema-looks").start(this::schedule);
    }

    void stop(@Observes ShutdownEvent stopping) {
        stopped = true;
    }

    private void schedule() {
        try {
            if (schema.state() instanceof SchemaState.Unseen) {
                probe();
            }
            while (!stopped) {
                Thread.sleep(pause);
                probe();
            }
        } catch (InterruptedException stopping) {
            Thread.currentThread().interrupt();
        }
    }

    private void probe() {
        SchemaState now;
        try {
            now = judge(flyway.info());
        } catch (RuntimeException away) {
            now = new SchemaState.Away(away.getClass().getSimpleName());
        }
        SchemaState before = schema.state();
        schema.update(now);
        if (!stopped && !now.getClass().equals(before.getClass())) {
            LOG.log(now instanceof SchemaState.Current ? Logger.Level.INFO : Logger.Level.WARN, "schema: " + now);
        }
    }

    private static SchemaState judge(MigrationInfoService info) {
        List<String> missing = names(info.pending());
        if (!missing.isEmpty()) {
            return new SchemaState.Behind(missing);
        }
        List<String> unknown = names(Arrays.stream(info.all())
                .filter(migration -> migration.getState() == MigrationState.FUTURE_SUCCESS
                        || migration.getState() == MigrationState.FUTURE_FAILED)
                .toArray(MigrationInfo[]::new));
        return unknown.isEmpty() ? new SchemaState.Current() : new SchemaState.Newer(unknown);
    }

    private static List<String> names(MigrationInfo[] migrations) {
        return Arrays.stream(migrations)
                .map(migration -> migration.getVersion() == null
                        ? migration.getDescription()
                        : migration.getVersion().toString())
                .toList();
    }

    /** Provides the status that the probe updates. */
    @Singleton
    static class Shared {
        @Produces
        @Singleton
        SchemaStatus schema(
                @ConfigProperty(name = "quarkus.flyway.migrate-at-start", defaultValue = "false") boolean migrated) {
            return new SchemaStatus(migrated ? new SchemaState.Current() : new SchemaState.Unseen());
        }
    }
}
