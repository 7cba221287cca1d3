package dev.agenthost.gateway.wiring.cdi;

import dev.agenthost.gateway.polling.PollingSupervisor;
import dev.agenthost.platform.lease.LeaseKeeper;
import dev.agenthost.platform.lease.LeaseRepository;
import dev.agenthost.platform.lease.postgres.LeaseSettings;
import io.quarkus.runtime.ShutdownEvent;
import io.quarkus.runtime.StartupEvent;
import io.vertx.core.Vertx;
import jakarta.enterprise.context.ApplicationScoped;
import jakarta.enterprise.event.Observes;
import java.time.Duration;
import org.flywaydb.core.Flyway;
import org.jboss.logging.Logger;
import org.jspecify.annotations.Nullable;

/**
 * Lets the supervisor poll, from the first moment at which there is a bot to poll. Only then the tables are created and the lease is
 * renewed: a host without such bots needs no database here, and one whose database is unavailable accepts events all the same.
 */
@ApplicationScoped
class PollingLoop {
    private static final Logger LOG = Logger.getLogger(PollingLoop.class);
    private static final Duration PAUSE = Duration.ofMillis(500);
    private static final Duration PAUSE_WITHOUT_TABLES = Duration.ofSeconds(2);
    private static final Duration LEASE_RETENTION = Duration.ofDays(35);
    private static final Duration STOP_TIMEOUT = Duration.ofSeconds(8);

    private final PolledBots bots;
    private final PollingSupervisor supervisor;
    private final LeaseKeeper lease;
    private final LeaseRepository leases;
    private final Flyway tables;
    private final Vertx vertx;
    private final Duration term;
    private volatile @Nullable Thread thread;
    private @Nullable String problem;

    PollingLoop(
            PolledBots bots,
            PollingSupervisor supervisor,
            LeaseKeeper lease,
            LeaseRepository leases,
            Flyway tables,
            Vertx vertx,
            LeaseSettings settings) {
        this.bots = bots;
        this.supervisor = supervisor;
        this.lease = lease;
        this.leases = leases;
        this.tables = tables;
        this.vertx = vertx;
        this.term = settings.term();
    }

    void start(@Observes StartupEvent event) {
        thread = Thread.ofVirtual().name("polling").start(this::run);
    }

    void stop(@Observes ShutdownEvent event) throws InterruptedException {
        Thread running = thread;
        if (running != null) {
            running.interrupt();
            running.join(STOP_TIMEOUT);
        }
    }

    private void run() {
        boolean renewing = false;
        try {
            while (bots.get().isEmpty()) {
                Thread.sleep(PAUSE);
            }
            while (!migrated()) {
                Thread.sleep(PAUSE_WITHOUT_TABLES);
            }
            renew();
            renewing = true;
            while (true) {
                round();
                Thread.sleep(PAUSE);
            }
        } catch (InterruptedException stop) {
            // What follows waits, too.
            Thread.interrupted();
            if (renewing) {
                close();
            }
        }
    }

    private boolean migrated() {
        try {
            tables.migrate();
            show(null);
            return true;
        } catch (RuntimeException unavailable) {
            show("the database cannot be used, check quarkus.datasource.*: " + firstLine(unavailable));
            return false;
        }
    }

    private static String firstLine(RuntimeException failure) {
        return String.valueOf(failure.getMessage()).lines().findFirst().orElse("");
    }

    private void renew() {
        renewLease();
        vertx.setPeriodic(term.dividedBy(4).toMillis(), timer -> renewLease());
        vertx.setPeriodic(Duration.ofHours(1).toMillis(), timer -> leases.sweep(LEASE_RETENTION)
                .subscribe()
                .with(done -> {}, failure -> LOG.warnf("old leases are not deleted: %s", failure)));
    }

    private void renewLease() {
        lease.renew().subscribe().with(done -> {});
    }

    private void round() throws InterruptedException {
        try {
            supervisor.round();
            show(null);
        } catch (RuntimeException failure) {
            if (Thread.currentThread().isInterrupted()) {
                throw new InterruptedException();
            }
            show("the database does not answer: " + failure);
        }
    }

    private void close() {
        try {
            supervisor.close();
        } catch (InterruptedException | RuntimeException failure) {
            LOG.warnf("the lease of polling is not surrendered and ends by itself: %s", failure);
        }
    }

    /** Logs a problem when it is another one than the last. */
    private void show(@Nullable String found) {
        if (found != null && !found.equals(problem)) {
            LOG.warnf("bots are not polled now: %s", found);
        }
        problem = found;
    }
}
