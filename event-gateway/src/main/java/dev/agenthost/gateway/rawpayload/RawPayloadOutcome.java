package dev.agenthost.gateway.rawpayload;

import dev.agenthost.protocol.event.EventEnvelope;
import dev.agenthost.protocol.event.RawEventRef;
import java.util.Locale;

/** What became of the payload that an event came with. The event goes on whatever it is. */
public sealed interface RawPayloadOutcome {
    /** It came with none. */
    record Nothing() implements RawPayloadOutcome {}

    /** @param artifactId that names it */
    record Kept(String artifactId) implements RawPayloadOutcome {}

    /** The event goes on without it. */
    record LeftOut(Why why) implements RawPayloadOutcome {}

    /** Why one is not kept. */
    enum Why {
        /** Larger than one may be. */
        TOO_LARGE,
        /** context-store could not take it in time. */
        UNAVAILABLE,
        /** Its event was erased, or came long ago. */
        FORGOTTEN
    }

    /** The event as it goes on. */
    default EventEnvelope in(EventEnvelope event) {
        return this instanceof Kept(String artifactId) ? event.keptAt(new RawEventRef(artifactId, null)) : event;
    }

    /** In one word, for whoever said the event and for whoever counts; {@code none} where there was none. */
    default String word() {
        return switch (this) {
            case Nothing() -> "none";
            case Kept kept -> "kept";
            case LeftOut(Why why) -> why.name().toLowerCase(Locale.ROOT);
        };
    }
}
