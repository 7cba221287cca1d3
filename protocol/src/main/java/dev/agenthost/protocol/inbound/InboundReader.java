package dev.agenthost.protocol.inbound;

import dev.agenthost.protocol.delivery.AdapterReceipt;
import dev.agenthost.protocol.entrance.Limits;
import dev.agenthost.protocol.entrance.Normalised;
import dev.agenthost.protocol.entrance.Normaliser;
import dev.agenthost.protocol.entrance.Origin;
import dev.agenthost.protocol.entrance.RawPayload;
import dev.agenthost.protocol.entrance.Said;
import dev.agenthost.protocol.entrance.UnknownMembers;
import dev.agenthost.protocol.event.EventEnvelope;
import dev.agenthost.protocol.id.RunIds;
import dev.agenthost.protocol.json.ProtocolCodec;
import dev.agenthost.protocol.json.UndecodableException;
import dev.agenthost.protocol.topic.CloudEventHeaders;
import dev.agenthost.protocol.topic.DeadLetterReason;
import dev.agenthost.protocol.topic.Traceparent;
import java.time.Instant;
import java.util.List;
import java.util.Optional;

/** Judges one record of an adapter. The same record gets the same verdict and the same ids, on every replica, whenever it is read. */
public final class InboundReader {

    private final Adapters adapters;

    public InboundReader(Adapters adapters) {
        this.adapters = adapters;
    }

    public Verdict read(InboundRecord record, Instant now) {
        Optional<Origin> origin = adapters.ofTopic(record.position().topic());
        if (origin.isEmpty()) {
            return new Verdict.SetAside(
                    DeadLetterReason.UNKNOWN_ADAPTER, "no adapter of this topic's name is configured");
        }
        byte[] value = record.value();
        if (value == null || value.length == 0) {
            return new Verdict.SetAside(DeadLetterReason.UNDECODABLE, "$ is empty");
        }
        if (value.length > Limits.BODY_BYTES) {
            return new Verdict.SetAside(DeadLetterReason.TOO_LARGE, "$ is larger than " + Limits.BODY_BYTES + " bytes");
        }
        try {
            Said said = CloudEvents.unwrap(record, value);
            return CloudEventHeaders.RECEIPT_TYPE.equals(said.eventType())
                    ? receipt(said, origin.get(), now)
                    : judge(said, record, origin.get(), now);
        } catch (UndecodableException fault) {
            return new Verdict.SetAside(DeadLetterReason.UNDECODABLE, fault.field() + " " + fault.why());
        }
    }

    /** Names what of an event is ignored because no event has it; nothing of a receipt, or of a record that cannot be read. */
    public List<String> warnings(InboundRecord record) {
        byte[] value = record.value();
        try {
            Said said = CloudEvents.unwrap(record, value == null ? new byte[0] : value);
            return CloudEventHeaders.RECEIPT_TYPE.equals(said.eventType())
                    ? List.of()
                    : UnknownMembers.warnings(said.body());
        } catch (UndecodableException fault) {
            return List.of();
        }
    }

    private static Verdict receipt(Said said, Origin origin, Instant now) throws UndecodableException {
        AdapterReceipt receipt =
                ProtocolCodec.decode(said.body(), SaidReceipt.class).by(origin, now);
        return new Verdict.Receipt(receipt, Traceparent.valid(said.traceparent()));
    }

    private static Verdict judge(Said said, InboundRecord record, Origin origin, Instant now) {
        // A record without an id of its own is told apart by where it stands: read twice, it is still one event.
        String standInId = record.position().toString();
        return switch (Normaliser.normalise(said, origin, standInId, now)) {
            case Normalised.Accepted(EventEnvelope envelope, RawPayload raw) ->
                new Verdict.Publish(envelope, raw, traceparent(said, envelope));
            case Normalised.Refused(var reason, var field, var why) -> new Verdict.SetAside(reason, field + " " + why);
        };
    }

    private static String traceparent(Said said, EventEnvelope envelope) {
        return Traceparent.of(
                said.traceparent(), envelope.eventId(), RunIds.of(envelope.workspaceId(), envelope.eventId(), 0));
    }
}
