package dev.agenthost.protocol.inbound;

import dev.agenthost.protocol.delivery.AdapterReceipt;
import dev.agenthost.protocol.event.EventEnvelope;
import dev.agenthost.protocol.topic.DeadLetterReason;
import org.jspecify.annotations.Nullable;

/** What becomes of an adapter's record. */
public sealed interface InboundDecision {

    /**
     * It is an event.
     *
     * @param raw the platform's own payload that it came with
     */
    record Publish(EventEnvelope envelope, RawPayload raw, String traceparent) implements InboundDecision {}

    /** It tells what became of a part that the adapter was given. */
    record Receipt(AdapterReceipt receipt, @Nullable String traceparent) implements InboundDecision {}

    /**
     * Nobody can read it, or it may not say what it says.
     *
     * @param detail one line that names the field and repeats nothing of the record
     */
    record SetAside(DeadLetterReason reason, String detail) implements InboundDecision {}
}
