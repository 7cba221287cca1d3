package dev.agenthost.binding.resolution.kafka;

import dev.agenthost.binding.catalog.BindingSet;
import dev.agenthost.binding.catalog.CurrentBindings;
import dev.agenthost.binding.publish.OutboundRecord;
import dev.agenthost.binding.publish.RecordPublisher;
import dev.agenthost.binding.resolution.Aftermath;
import dev.agenthost.binding.resolution.Keeping;
import dev.agenthost.binding.resolution.Kept;
import dev.agenthost.binding.resolution.ResolutionLedger;
import dev.agenthost.door.drill.Drill;
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
    private final CurrentBindings bindings;
    private final ResolutionLedger ledger;
    private final RecordPublisher publisher;
    private final Insistence insist;

    EventConsumer(CurrentBindings bindings, ResolutionLedger ledger, RecordPublisher publisher, Insistence insist) {
        this.bindings = bindings;
        this.ledger = ledger;
        this.publisher = publisher;
        this.insist = insist;
    }

    @Incoming("events")
    Uni<Void> consume(ConsumerRecords<byte[], byte[]> records) {
        Drill.at("binding.10-read");
        return bindings.areLoaded() ? resolve(records, bindings.last()) : resolveAnew(records);
    }

    private Uni<Void> resolveAnew(ConsumerRecords<byte[], byte[]> records) {
        return insist.on("asking for changed bindings", bindings::upToDate).chain(set -> resolve(records, set));
    }

    private Uni<Void> resolve(ConsumerRecords<byte[], byte[]> records, BindingSet set) {
        Batch batch = Batch.read(records, set, Instant.now());
        return insist.on("keeping resolutions", () -> ledger.keep(batch.rows(), set.revision()))
                .chain(keeping -> switch (keeping) {
                    case Keeping.Done(List<Kept> kept) -> settle(batch, kept);
                    case Keeping.Outdated() -> resolveAnew(records);
                });
    }

    private Uni<Void> settle(Batch batch, List<Kept> kept) {
        Drill.at("binding.20-stored");
        return conclude(batch, Aftermath.of(batch.rows(), kept, Instant.now()))
                .invoke(() -> Drill.at("binding.40-marked"));
    }

    private Uni<Void> conclude(Batch batch, Aftermath aftermath) {
        List<OutboundRecord> outgoing = Stream.concat(
                        aftermath.records().stream(), batch.deadLetters(aftermath.refused()))
                .toList();
        return insist.on("keeping conflicts", () -> ledger.keepConflicts(aftermath.conflicts()))
                .chain(() -> insist.untilDone("publishing resolutions", () -> publisher.publish(outgoing)))
                .invoke(() -> Drill.at("binding.30-published"))
                .chain(() -> insist.on("marking resolutions", () -> ledger.markPublished(aftermath.published())));
    }
}
