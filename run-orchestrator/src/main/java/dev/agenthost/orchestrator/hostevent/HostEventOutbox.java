package dev.agenthost.orchestrator.hostevent;

import dev.agenthost.protocol.event.EventEnvelope;
import io.smallrye.mutiny.Multi;
import io.smallrye.mutiny.Uni;
import java.lang.System.Logger;
import java.lang.System.Logger.Level;

/**
 * Publishes stored events of the host. Each is published at least once: at once by the replica that stored it, or later by any replica.
 * Its id makes repetitions one event.
 */
public final class HostEventOutbox {
    private static final Logger LOG = System.getLogger(HostEventOutbox.class.getName());

    private final HostEventRepository repository;
    private final HostEventProducer producer;

    public HostEventOutbox(HostEventRepository repository, HostEventProducer producer) {
        this.repository = repository;
        this.producer = producer;
    }

    /** Publishes a stored event without waiting; {@link #sweep()} repeats what fails. */
    public void publish(EventEnvelope event) {
        publishAndMark(event).subscribe().with(done -> {}, why -> {});
    }

    /** Every second: publishes the timers that are due, what is no longer held, and what was not confirmed in time. */
    public Uni<Void> sweep() {
        return repository
                .claimDue()
                .onItem()
                .transformToMulti(events -> Multi.createFrom().iterable(events))
                .onItem()
                .transformToUniAndMerge(
                        event -> publishAndMark(event).onFailure().recoverWithNull())
                .collect()
                .last()
                .replaceWithVoid();
    }

    private Uni<Void> publishAndMark(EventEnvelope event) {
        return producer.publish(event)
                .chain(() -> repository.published(event))
                .onFailure()
                .invoke(why -> LOG.log(
                        Level.WARNING, "event not published yet: eventId={0} {1}", event.eventId(), why.toString()));
    }
}
