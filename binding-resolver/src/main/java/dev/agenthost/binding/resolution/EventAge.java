package dev.agenthost.binding.resolution;

import dev.agenthost.protocol.event.EventEnvelope;
import dev.agenthost.protocol.run.ResolutionOutcome;
import dev.agenthost.protocol.run.UnboundReason;
import java.time.Duration;
import java.time.Instant;
import java.util.Optional;

/** The age limit of events. An event runs once because its id is stored; an event older than the stored ids is not run. */
public final class EventAge {
    /** Time for which ids are stored: longer than any topic keeps its records. */
    public static final Duration MEMORY = Duration.ofDays(35);

    private EventAge() {}

    /** Returns the refusal of an event that may have run before its id was deleted. */
    public static Optional<ResolutionOutcome> refusal(EventEnvelope event, Instant now) {
        return happened(event).isBefore(now.minus(MEMORY))
                ? Optional.of(new ResolutionOutcome.Unbound(
                        UnboundReason.EVENT_TOO_OLD,
                        "The event happened more than " + MEMORY.toDays()
                                + " days ago, which is longer than the detection of repetitions."))
                : Optional.empty();
    }

    /**
     * Returns the time until which the id is stored: until a repetition of the event would be too old by its own time.
     * A time in the future counts for at most {@link #MEMORY} from now.
     */
    static Instant keepUntil(EventEnvelope event, Instant now) {
        Instant happened = happened(event);
        Instant from = happened.isAfter(now) ? happened : now;
        Instant latest = now.plus(MEMORY);
        return (from.isAfter(latest) ? latest : from).plus(MEMORY);
    }

    private static Instant happened(EventEnvelope event) {
        Long time = event.eventTime();
        return time == null ? event.receivedAt() : Instant.ofEpochSecond(clamped(time));
    }

    /** Limits any number in a record to the range of times. */
    private static long clamped(long epochSeconds) {
        return Math.max(Instant.MIN.getEpochSecond(), Math.min(Instant.MAX.getEpochSecond(), epochSeconds));
    }
}
