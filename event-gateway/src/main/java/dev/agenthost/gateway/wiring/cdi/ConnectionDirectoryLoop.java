package dev.agenthost.gateway.wiring.cdi;

import dev.agenthost.gateway.connection.BotConnections;
import dev.agenthost.gateway.connection.ConnectionDirectory;
import dev.agenthost.gateway.connection.ConnectionDirectorySync;
import io.quarkus.runtime.ShutdownEvent;
import io.quarkus.runtime.StartupEvent;
import jakarta.enterprise.context.ApplicationScoped;
import jakarta.enterprise.event.Observes;
import java.time.Duration;
import java.util.Optional;
import org.flywaydb.core.Flyway;
import org.jboss.logging.Logger;
import org.jspecify.annotations.Nullable;

/**
 * Enters the connections of this replica in the directory, from the first one on. Only then the tables are created. Without an address of
 * this replica, other ones cannot pass calls to it, and no entry is written.
 */
@ApplicationScoped
class ConnectionDirectoryLoop {
    private static final Logger LOG = Logger.getLogger(ConnectionDirectoryLoop.class);
    private static final Duration PAUSE = Duration.ofMillis(500);
    private static final Duration PAUSE_AFTER_PROBLEM = Duration.ofSeconds(2);

    private final Optional<ConnectionDirectorySync> sync;
    private final Flyway tables;
    private volatile @Nullable Thread thread;
    private boolean migrated;
    private @Nullable String problem;

    ConnectionDirectoryLoop(
            BotConnections connections, ConnectionDirectory directory, Flyway tables, GatewaySettings settings) {
        this.sync = settings.replicaUrl().map(address -> new ConnectionDirectorySync(connections, directory, address));
        this.tables = tables;
    }

    void start(@Observes StartupEvent event) {
        sync.ifPresent(
                entries -> thread = Thread.ofVirtual().name("bot-connections").start(() -> run(entries)));
    }

    /** Entries stay: a call that another replica passes to this one is not made, and removes them. */
    void stop(@Observes ShutdownEvent event) {
        Thread running = thread;
        if (running != null) {
            running.interrupt();
        }
    }

    private void run(ConnectionDirectorySync entries) {
        try {
            while (true) {
                Thread.sleep(isDone(entries) ? PAUSE : PAUSE_AFTER_PROBLEM);
            }
        } catch (InterruptedException stop) {
            // The service stops.
        }
    }

    /** Returns false if the database is unavailable. */
    private boolean isDone(ConnectionDirectorySync entries) throws InterruptedException {
        if (!entries.isNeeded()) {
            return true;
        }
        try {
            if (!migrated) {
                tables.migrate();
                migrated = true;
            }
            entries.round(System.nanoTime());
            problem = null;
            return true;
        } catch (RuntimeException failure) {
            if (Thread.currentThread().isInterrupted()) {
                throw new InterruptedException();
            }
            show(String.valueOf(failure.getMessage()).lines().findFirst().orElse(""));
            return false;
        }
    }

    /** Logs a problem when it is another one than the last. */
    private void show(String found) {
        if (!found.equals(problem)) {
            LOG.warnf("connections of bots are not known to other replicas, check quarkus.datasource.*: %s", found);
        }
        problem = found;
    }
}
