package dev.agenthost.binding.resolution.kafka;

import dev.agenthost.binding.catalog.BindingCache;
import dev.agenthost.binding.catalog.BindingSet;
import dev.agenthost.binding.publication.OutboundRecord;
import dev.agenthost.binding.publication.RecordPublisher;
import dev.agenthost.binding.resolution.BatchWriteOutcome;
import dev.agenthost.binding.resolution.ResolutionEffects;
import dev.agenthost.binding.resolution.ResolutionRepository;
import dev.agenthost.binding.resolution.RowWriteOutcome;
import dev.agenthost.platform.failpoint.FailPoint;
import io.smallrye.mutiny.Uni;
import jakarta.enterprise.context.ApplicationScoped;
import java.time.Instant;
import java.util.List;
import java.util.stream.Stream;
import org.apache.kafka.clients.consumer.ConsumerRecords;
import org.eclipse.microprofile.reactive.messaging.Incoming;

/**
 * The entrance of events, a batch at a time: resolve in memory, keep in one statement unless bindings changed meanwhile, publish in order, mark, acknowledge.
 * A step that fails for want of a database or a broker is tried again in place, so that nothing overtakes it.
 */
@ApplicationScoped
class EventConsumer {
    private final BindingCache bindings;
    private final ResolutionRepository ledger;
    private final RecordPublisher publisher;
    private final ConsumerRetryPolicy insist;

    EventConsumer(
            BindingCache bindings, ResolutionRepository ledger, RecordPublisher publisher, ConsumerRetryPolicy insist) {
        this.bindings = bindings;
        this.ledger = ledger;
        this.publisher = publisher;
        this.insist = insist;
    }

    @Incoming("events")
    Uni<Void> consume(ConsumerRecords<byte[], byte[]> records) {
        FailPoint.at("binding.10-read");
        return bindings.areLoaded() ? resolve(records, bindings.last()) : resolveAnew(records);
    }

    private Uni<Void> resolveAnew(ConsumerRecords<byte[], byte[]> records) {
        return insist.on("asking for changed bindings", bindings::upToDate).chain(set -> resolve(records, set));
    }

    private Uni<Void> resolve(ConsumerRecords<byte[], byte[]> records, BindingSet set) {
        EventBatch batch = EventBatch.read(records, set, Instant.now());
        return insist.on("keeping resolutions", () -> ledger.keep(batch.rows(), set.revision()))
                .chain(keeping -> switch (keeping) {
                    case BatchWriteOutcome.Done(List<RowWriteOutcome> kept) -> settle(batch, kept);
                    case BatchWriteOutcome.Outdated() -> resolveAnew(records);
                });
    }

    private Uni<Void> settle(EventBatch batch, List<RowWriteOutcome> kept) {
        FailPoint.at("binding.20-stored");
        return conclude(batch, ResolutionEffects.of(batch.rows(), kept, Instant.now()))
                .invoke(() -> FailPoint.at("binding.40-marked"));
    }

    private Uni<Void> conclude(EventBatch batch, ResolutionEffects aftermath) {
        List<OutboundRecord> outgoing = Stream.concat(
                        aftermath.records().stream(), batch.deadLetters(aftermath.refused()))
                .toList();
        return insist.on("keeping conflicts", () -> ledger.keepConflicts(aftermath.conflicts()))
                .chain(() -> insist.untilDone("publishing resolutions", () -> publisher.publish(outgoing)))
                .invoke(() -> FailPoint.at("binding.30-published"))
                .chain(() -> insist.on("marking resolutions", () -> ledger.markPublished(aftermath.published())));
    }
}
