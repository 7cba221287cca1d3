package dev.agenthost.binding.resolution;

import dev.agenthost.binding.catalog.BindingSet;
import dev.agenthost.protocol.event.EventEnvelope;
import dev.agenthost.protocol.json.ProtocolCodec;
import dev.agenthost.protocol.json.UndecodableException;
import dev.agenthost.protocol.run.ResolutionOutcome;
import dev.agenthost.protocol.topic.DeadLetterReason;
import dev.agenthost.protocol.topic.RecordPosition;
import dev.agenthost.protocol.topic.Topics;
import java.time.Instant;
import org.jspecify.annotations.Nullable;

/** The outcome of reading one record of {@code agent.events}. */
public sealed interface RecordResolution {
    /** Bytes for headers and framing in a record of the largest size. */
    int FRAMING_BYTES = 64 * 1024;

    /** An event, resolved. */
    record Resolved(ResolutionRow row) implements RecordResolution {}

    /** An event that cannot be resolved: a dead letter. */
    record Unreadable(DeadLetterReason reason, String detail) implements RecordResolution {}

    /** Reads and resolves a record. */
    static RecordResolution of(
            byte @Nullable [] value,
            RecordPosition position,
            @Nullable String traceparent,
            BindingSet bindings,
            TakeoverRegistry takeovers,
            Instant now) {
        if (value == null) {
            return new Unreadable(DeadLetterReason.UNDECODABLE, "the record is empty");
        }
        try {
            EventEnvelope event = ProtocolCodec.decode(value, EventEnvelope.class);
            ResolutionOutcome outcome = EventAge.refusal(event, now)
                    .or(() -> takeovers.refusal(event, now))
                    .orElseGet(() -> BindingResolver.resolve(event, bindings));
            ResolutionRow row = ResolutionRecords.row(event, position, outcome, now, traceparent);
            return row.record().value().length > Topics.MAX_RECORD_BYTES - FRAMING_BYTES
                    ? new Unreadable(
                            DeadLetterReason.TOO_LARGE, "event and binding together exceed the size of a record")
                    : new Resolved(row);
        } catch (UndecodableException e) {
            return new Unreadable(DeadLetterReason.UNDECODABLE, e.field() + " " + e.why());
        }
    }
}
