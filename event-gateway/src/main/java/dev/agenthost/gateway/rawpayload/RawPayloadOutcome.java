package dev.agenthost.gateway.rawpayload;

import dev.agenthost.protocol.event.EventEnvelope;
import dev.agenthost.protocol.event.RawEventRef;
import java.util.Locale;

/** The outcome of storing an event's payload. The event is published in any case. */
public sealed interface RawPayloadOutcome {
    /** The event has no payload. */
    record Nothing() implements RawPayloadOutcome {}

    /**
     * The payload is stored.
     *
     * @param artifactId its id
     */
    record Stored(String artifactId) implements RawPayloadOutcome {}

    /** The event is published without the payload. */
    record LeftOut(Why why) implements RawPayloadOutcome {}

    /** The reason for which a payload is not stored. */
    enum Why {
        /** Larger than the limit. */
        TOO_LARGE,
        /** context-store could not store it in time. */
        UNAVAILABLE,
        /** Its event was erased, or is too old. */
        FORGOTTEN
    }

    /** Returns the event to publish. */
    default EventEnvelope in(EventEnvelope event) {
        return this instanceof Stored(String artifactId) ? event.keptAt(new RawEventRef(artifactId, null)) : event;
    }

    /** Returns one word for the caller and for metrics; {@code none} for an event without a payload. */
    default String word() {
        return switch (this) {
            case Nothing() -> "none";
            case Stored kept -> "kept";
            case LeftOut(Why why) -> why.name().toLowerCase(Locale.ROOT);
        };
    }
}
