package dev.agenthost.gateway.inbound;

import dev.agenthost.protocol.delivery.AdapterReceipt;
import dev.agenthost.protocol.event.EventEnvelope;
import dev.agenthost.protocol.topic.DeadLetterReason;
import org.jspecify.annotations.Nullable;

/** The decision about an adapter's record. */
public sealed interface InboundDecision {

    /**
     * The record is an event.
     *
     * @param raw the platform's own payload
     */
    record Publish(EventEnvelope envelope, RawPayload raw, String traceparent) implements InboundDecision {}

    /** The record is the outcome of a part that the adapter received. */
    record Receipt(AdapterReceipt receipt, @Nullable String traceparent) implements InboundDecision {}

    /**
     * The record is unreadable or not permitted, and is dead-lettered.
     *
     * @param detail one line that names the field and repeats nothing of the record
     */
    record DeadLettered(DeadLetterReason reason, String detail) implements InboundDecision {}
}
