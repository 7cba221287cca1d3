package dev.agenthost.binding.wiring.cdi;

import dev.agenthost.binding.catalog.BindingCache;
import dev.agenthost.binding.publication.RecordPublisher;
import dev.agenthost.binding.publication.UnpublishedRecordRepository;
import dev.agenthost.binding.resolution.postgres.ExpiringTables;
import dev.agenthost.binding.schedule.DueScheduleRepository;
import dev.agenthost.platform.kafka.IntakeStep;
import dev.agenthost.platform.kafka.RetryStatus;
import dev.agenthost.platform.postgres.RowExpiry;
import io.quarkus.runtime.ShutdownEvent;
import io.quarkus.runtime.StartupEvent;
import io.smallrye.mutiny.Multi;
import io.smallrye.mutiny.Uni;
import io.smallrye.mutiny.subscription.Cancellable;
import io.vertx.mutiny.sqlclient.Pool;
import jakarta.enterprise.context.ApplicationScoped;
import jakarta.enterprise.event.Observes;
import jakarta.enterprise.inject.Any;
import jakarta.enterprise.inject.Instance;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.function.Supplier;
import org.jboss.logging.Logger;

/** The periodic jobs of every replica. A failed job is tried again at its next interval. */
@ApplicationScoped
class BackgroundJobs {
    private static final Logger LOG = Logger.getLogger(BackgroundJobs.class);
    private static final Duration FOLLOW = Duration.ofSeconds(2);
    private static final Duration SWEEP = Duration.ofSeconds(1);
    private static final Duration EXPIRY = Duration.ofMinutes(1);
    /** Timeout for a database that neither answers nor closes the connection. */
    private static final Duration PATIENCE = Duration.ofSeconds(10);

    private static final int SWEEP_BATCH = 200;

    private final BindingCache bindings;
    private final Instance<UnpublishedRecordRepository> stores;
    private final RecordPublisher publisher;
    private final DueScheduleRepository schedules;
    private final RowExpiry expiry;
    private final RetryStatus status;
    private final List<Cancellable> rounds = new ArrayList<>();

    BackgroundJobs(
            BindingCache bindings,
            @Any Instance<UnpublishedRecordRepository> stores,
            RecordPublisher publisher,
            DueScheduleRepository schedules,
            Pool pool,
            RetryStatus status) {
        this.bindings = bindings;
        this.stores = stores;
        this.publisher = publisher;
        this.schedules = schedules;
        this.expiry = new RowExpiry(pool, ExpiringTables.ALL);
        this.status = status;
    }

    void start(@Observes StartupEvent started) {
        // Each batch of events loads changes itself; this loads the bindings before the first batch, which leaves few
        // changes.
        repeat("reading changed bindings", FOLLOW, () -> patiently(bindings.upToDate()));
        for (UnpublishedRecordRepository store : stores) {
            repeat("publishing unpublished records", SWEEP, () -> store.publishOldest(SWEEP_BATCH, publisher));
        }
        repeat("events of schedules", SWEEP, () -> patiently(schedules.fire(SWEEP_BATCH)));
        // Old rows hurt nobody: a replica that cannot delete them is ready.
        forever(EXPIRY, () -> expiry.round().replaceWithVoid());
    }

    void stop(@Observes ShutdownEvent stopping) {
        rounds.forEach(Cancellable::cancel);
    }

    private static <T> Uni<T> patiently(Uni<T> work) {
        return work.ifNoItem().after(PATIENCE).fail();
    }

    private void repeat(String what, Duration pause, Supplier<Uni<?>> work) {
        forever(pause, () -> work.get()
                .onItem()
                .invoke(() -> status.ended(what))
                .onFailure()
                .invoke(failure -> failed(what, failure))
                .onFailure()
                .recoverWithNull()
                .replaceWithVoid());
    }

    private void failed(String what, Throwable failure) {
        if (status.failed(what, IntakeStep.of("background", what), failure)) {
            LOG.warnf(failure, "%s failed and is retried", what);
        }
    }

    private void forever(Duration pause, Supplier<Uni<Void>> round) {
        rounds.add(Multi.createBy()
                .repeating()
                .uni(() -> round.get().onItem().delayIt().by(pause))
                .indefinitely()
                .subscribe()
                .with(done -> {}, failure -> LOG.error("upkeep ended", failure)));
    }
}
