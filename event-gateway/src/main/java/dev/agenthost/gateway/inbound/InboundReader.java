package dev.agenthost.gateway.inbound;

import dev.agenthost.protocol.delivery.AdapterReceipt;
import dev.agenthost.protocol.event.EventEnvelope;
import dev.agenthost.protocol.event.EventLimits;
import dev.agenthost.protocol.id.RunIds;
import dev.agenthost.protocol.json.ProtocolCodec;
import dev.agenthost.protocol.json.UndecodableException;
import dev.agenthost.protocol.topic.CloudEventHeaders;
import dev.agenthost.protocol.topic.DeadLetterReason;
import dev.agenthost.protocol.topic.Traceparent;
import java.time.Instant;
import java.util.List;
import java.util.Optional;

/** Decides about one record of an adapter. A record always receives the same decision and the same ids, on every replica. */
public final class InboundReader {

    private final AdapterRegistry adapters;

    public InboundReader(AdapterRegistry adapters) {
        this.adapters = adapters;
    }

    public InboundDecision read(InboundRecord record, Instant now) {
        Optional<EventOrigin> origin = adapters.ofTopic(record.position().topic());
        if (origin.isEmpty()) {
            return new InboundDecision.DeadLettered(
                    DeadLetterReason.UNKNOWN_ADAPTER, "no adapter with the name of this topic is configured");
        }
        byte[] value = record.value();
        if (value == null || value.length == 0) {
            return new InboundDecision.DeadLettered(DeadLetterReason.UNDECODABLE, "$ is empty");
        }
        if (value.length > EventLimits.BODY_BYTES) {
            return new InboundDecision.DeadLettered(
                    DeadLetterReason.TOO_LARGE, "$ is larger than " + EventLimits.BODY_BYTES + " bytes");
        }
        try {
            InboundMessage message = CloudEventReader.unwrap(record, value);
            return CloudEventHeaders.RECEIPT_TYPE.equals(message.eventType())
                    ? receipt(message, origin.get(), now)
                    : judge(message, record, origin.get(), now);
        } catch (UndecodableException fault) {
            return new InboundDecision.DeadLettered(DeadLetterReason.UNDECODABLE, fault.field() + " " + fault.why());
        }
    }

    /** Returns warnings about unknown members of an event; empty for a receipt or an unreadable record. */
    public List<String> warnings(InboundRecord record) {
        byte[] value = record.value();
        try {
            InboundMessage message = CloudEventReader.unwrap(record, value == null ? new byte[0] : value);
            return CloudEventHeaders.RECEIPT_TYPE.equals(message.eventType())
                    ? List.of()
                    : UnknownMembers.warnings(message.body());
        } catch (UndecodableException fault) {
            return List.of();
        }
    }

    private static InboundDecision receipt(InboundMessage message, EventOrigin origin, Instant now)
            throws UndecodableException {
        AdapterReceipt receipt =
                ProtocolCodec.decode(message.body(), InboundReceipt.class).by(origin, now);
        return new InboundDecision.Receipt(receipt, Traceparent.valid(message.traceparent()));
    }

    private static InboundDecision judge(
            InboundMessage message, InboundRecord record, EventOrigin origin, Instant now) {
        // The position identifies a record without an id, so a second read yields the same event.
        String standInId = record.position().toString();
        return switch (EventNormalizer.normalise(message, origin, standInId, now)) {
            case NormalizationResult.Accepted(EventEnvelope envelope, RawPayload raw) ->
                new InboundDecision.Publish(envelope, raw, traceparent(message, envelope));
            case NormalizationResult.Refused(var reason, var field, var why) ->
                new InboundDecision.DeadLettered(reason, field + " " + why);
        };
    }

    private static String traceparent(InboundMessage message, EventEnvelope envelope) {
        return Traceparent.of(
                message.traceparent(), envelope.eventId(), RunIds.of(envelope.workspaceId(), envelope.eventId(), 0));
    }
}
