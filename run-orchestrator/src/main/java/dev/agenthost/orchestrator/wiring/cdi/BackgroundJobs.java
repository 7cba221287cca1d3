package dev.agenthost.orchestrator.wiring.cdi;

import dev.agenthost.orchestrator.lifecycle.postgres.ExpiringTables;
import dev.agenthost.orchestrator.lifecycle.postgres.PostgresNotificationListener;
import dev.agenthost.orchestrator.runner.RunnerRegistry;
import dev.agenthost.platform.lease.postgres.LeaseSettings;
import dev.agenthost.platform.postgres.RowExpiry;
import io.quarkus.runtime.ShutdownDelayInitiatedEvent;
import io.quarkus.runtime.ShutdownEvent;
import io.quarkus.runtime.StartupEvent;
import io.smallrye.mutiny.Uni;
import io.vertx.mutiny.sqlclient.Pool;
import jakarta.enterprise.context.ApplicationScoped;
import jakarta.enterprise.event.Observes;
import jakarta.inject.Inject;
import java.time.Duration;
import java.util.Map;
import java.util.concurrent.Executors;
import java.util.concurrent.ScheduledExecutorService;
import java.util.concurrent.TimeUnit;
import java.util.function.Supplier;
import org.eclipse.microprofile.config.inject.ConfigProperty;
import org.jboss.logging.Logger;

/** Runs the periodic jobs of a replica, on one thread that only starts them. */
@ApplicationScoped
class BackgroundJobs {
    private static final Logger LOG = Logger.getLogger(BackgroundJobs.class);
    private static final Duration FLUSH_TIMEOUT = Duration.ofSeconds(2);
    private static final Duration CONNECTING = Duration.ofSeconds(10);

    private final CompositionRoot parts;
    private final PostgresNotificationListener wakes;
    private final RowExpiry expiry;
    private final Duration term;
    private final Duration drainLimit;
    private final ScheduledExecutorService scheduler = Executors.newSingleThreadScheduledExecutor(work -> {
        Thread thread = new Thread(work, "periodic-jobs");
        thread.setDaemon(true);
        return thread;
    });

    @Inject
    BackgroundJobs(
            CompositionRoot parts,
            Pool pool,
            LeaseSettings settings,
            RunnerRegistry runners,
            @ConfigProperty(name = "agenthost.drain-timeout", defaultValue = "10s") Duration drainLimit) {
        this.drainLimit = drainLimit;
        this.parts = parts;
        this.term = settings.term();
        this.expiry = new RowExpiry(pool, ExpiringTables.ALL);
        this.wakes = new PostgresNotificationListener(
                pool,
                Map.of(
                        PostgresNotificationListener.QUEUED, payload -> parts.queued(),
                        PostgresNotificationListener.CANCELLED, payload -> parts.canceller.wake(),
                        PostgresNotificationListener.REFRESHED,
                                payload -> runners.refresh(payload.isEmpty() ? null : payload, System.nanoTime())),
                CONNECTING);
    }

    void start(@Observes StartupEvent started) {
        parts.buryPredecessors()
                .subscribe()
                .with(done -> {}, why -> LOG.warnf("periodic job failed: %s", why.toString()));
        every(term.dividedBy(4), parts.lease::renew);
        every(Duration.ofMillis(100), parts.activeRuns::tick);
        every(Duration.ofMillis(500), parts.claimer::wake);
        every(Duration.ofMillis(500), parts.canceller::wake);
        every(Duration.ofMillis(500), parts.sweeper::sweep);
        every(Duration.ofSeconds(1), wakes::keep);
        every(Duration.ofSeconds(1), parts.sweeper::absentRunners);
        every(Duration.ofSeconds(5), parts.sweeper::strays);
        every(Duration.ofMinutes(1), () -> expiry.round().replaceWithVoid());
    }

    /** Drains the replica while sockets, consumers and periodic jobs are still active. */
    void drain(@Observes ShutdownDelayInitiatedEvent stopping) {
        parts.drain.begin(drainLimit).await().indefinitely();
    }

    void stop(@Observes ShutdownEvent stopping) {
        scheduler.shutdownNow();
        wakes.stop();
        parts.lease
                .surrender()
                .ifNoItem()
                .after(FLUSH_TIMEOUT)
                .fail()
                .onFailure()
                .recoverWithNull()
                .await()
                .indefinitely();
        parts.topic.close();
        parts.life.ifPresent(ReplicaLock::end);
    }

    private void every(Duration pause, Supplier<Uni<Void>> work) {
        every(pause, () -> work.get()
                .subscribe()
                .with(done -> {}, why -> LOG.warnf("periodic job failed: %s", why.toString())));
    }

    private void every(Duration pause, Runnable work) {
        scheduler.scheduleWithFixedDelay(() -> runGuarded(work), 0, pause.toMillis(), TimeUnit.MILLISECONDS);
    }

    // An exception would cancel all later executions.
    private static void runGuarded(Runnable work) {
        try {
            work.run();
        } catch (RuntimeException why) {
            LOG.warn("periodic job failed", why);
        }
    }
}
