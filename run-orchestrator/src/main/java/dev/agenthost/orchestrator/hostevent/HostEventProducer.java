package dev.agenthost.orchestrator.hostevent;

import dev.agenthost.protocol.event.EventEnvelope;
import io.smallrye.mutiny.Uni;

/** Publishes events of the host on {@code agent.events}; done once Kafka has the event. */
@FunctionalInterface
public interface HostEventProducer {
    Uni<Void> publish(EventEnvelope event);
}
