package dev.agenthost.gateway.intake;

import dev.agenthost.protocol.event.EventEnvelope;
import java.util.concurrent.CompletionStage;

/** {@code agent.events}, as its only writer sees it. */
public interface EventProducer {

    /**
     * Publishes; done when all replicas that must have it have it. Events of one conversation stand in the order of the calls. May
     * block for as long as its patience lasts, so it is not called on an event loop.
     *
     * @param traceparent a valid W3C trace context
     */
    CompletionStage<Void> publish(EventEnvelope envelope, String traceparent);
}
