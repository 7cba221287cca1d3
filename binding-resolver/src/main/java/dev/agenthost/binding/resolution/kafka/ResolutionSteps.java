package dev.agenthost.binding.resolution.kafka;

import dev.agenthost.binding.catalog.BindingCache;
import dev.agenthost.binding.catalog.BindingSet;
import dev.agenthost.binding.publication.RecordPublisher;
import dev.agenthost.binding.resolution.BatchWriteOutcome;
import dev.agenthost.binding.resolution.ResolutionEffects;
import dev.agenthost.binding.resolution.ResolutionRepository;
import dev.agenthost.binding.resolution.ResolutionRow;
import dev.agenthost.platform.failpoint.FailPoint;
import dev.agenthost.platform.kafka.ConsumerRetryPolicy;
import dev.agenthost.platform.kafka.Defect;
import dev.agenthost.platform.kafka.DefectException;
import dev.agenthost.platform.kafka.IntakeStep;
import dev.agenthost.platform.kafka.OffsetAdvance;
import io.smallrye.mutiny.Uni;
import jakarta.enterprise.context.ApplicationScoped;
import java.time.Duration;
import java.util.List;
import java.util.function.Supplier;

/** The steps of a batch of events, each retried by itself: a step that succeeded is not repeated because a later one fails. */
@ApplicationScoped
class ResolutionSteps {
    /** Limits an attempt if a database neither answers nor closes the connection. */
    private static final Duration TIMEOUT = Duration.ofSeconds(10);

    private final ResolutionRepository repository;
    private final RecordPublisher publisher;
    private final ConsumerRetryPolicy retries;

    ResolutionSteps(ResolutionRepository repository, RecordPublisher publisher, ConsumerRetryPolicy retries) {
        this.repository = repository;
        this.publisher = publisher;
        this.retries = retries;
    }

    Uni<BindingSet> loadBindings(BindingCache bindings) {
        return onDatabase("loading changed bindings", 0, bindings::upToDate);
    }

    /** Fails with {@link DefectException} if a row causes a defect of the code. */
    Uni<BatchWriteOutcome> store(List<ResolutionRow> rows, long revision, List<OffsetAdvance> advances) {
        return onDatabase("storing resolutions", rows.size(), () -> repository.store(rows, revision, advances));
    }

    /** Stores conflicts, publishes records, then marks them. */
    Uni<Void> perform(ResolutionEffects effects) {
        return onDatabase("storing conflicts", 0, () -> repository.storeConflicts(effects.conflicts()))
                .chain(() -> retries.retry(
                        IntakeStep.of(EventConsumer.CHANNEL, "publishing resolutions"),
                        () -> publisher.publish(effects.records())))
                .invoke(() -> FailPoint.at("binding.30-published"))
                .chain(() -> onDatabase("marking resolutions", 0, () -> repository.markPublished(effects.published())));
    }

    /** @param records of which one may cause a defect in the step; 0 if a defect is retried like an outage */
    private <T> Uni<T> onDatabase(String name, int records, Supplier<Uni<T>> work) {
        return retries.retry(
                IntakeStep.of(EventConsumer.CHANNEL, name).within(TIMEOUT),
                records == 0 ? work : Defect.guard(records, work),
                failure -> !(failure instanceof DefectException));
    }
}
