package dev.agenthost.binding.resolution.kafka;

import dev.agenthost.binding.catalog.BindingCache;
import dev.agenthost.binding.catalog.BindingSet;
import dev.agenthost.binding.resolution.TakeoverRegistry;
import dev.agenthost.platform.failpoint.FailPoint;
import dev.agenthost.platform.kafka.AppliedOffsetRegistry;
import dev.agenthost.platform.kafka.BatchIntake;
import dev.agenthost.platform.kafka.ConsumerRetryPolicy;
import dev.agenthost.platform.kafka.DeadLetterProducer;
import io.smallrye.mutiny.Uni;
import jakarta.enterprise.context.ApplicationScoped;
import org.apache.kafka.clients.consumer.ConsumerRecords;
import org.eclipse.microprofile.reactive.messaging.Incoming;

/**
 * Resolves batches of events: in memory, stored in one statement unless bindings changed meanwhile, published in order, marked,
 * acknowledged.
 */
@ApplicationScoped
class EventConsumer {
    static final String CHANNEL = "events";

    private final BindingCache bindings;
    private final TakeoverRegistry takeovers;
    private final ResolutionSteps steps;
    private final BatchIntake<EventBatch.ResolvedEvent> intake;

    EventConsumer(
            BindingCache bindings,
            TakeoverRegistry takeovers,
            ResolutionSteps steps,
            DeadLetterProducer deadLetters,
            ConsumerRetryPolicy retries,
            AppliedOffsetRegistry offsets) {
        this.bindings = bindings;
        this.takeovers = takeovers;
        this.steps = steps;
        this.intake = new BatchIntake<>(CHANNEL, deadLetters, retries, offsets);
    }

    @Incoming(CHANNEL)
    Uni<Void> consume(ConsumerRecords<byte[], byte[]> records) {
        FailPoint.at("binding.10-read");
        Uni<BindingSet> set =
                bindings.areLoaded() ? Uni.createFrom().item(bindings.last()) : steps.loadBindings(bindings);
        return set.chain(current -> intake.process(records, new EventBatch(steps, bindings, takeovers, current)));
    }
}
