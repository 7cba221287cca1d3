package dev.agenthost.binding.resolution;

import dev.agenthost.protocol.event.EventEnvelope;
import dev.agenthost.protocol.run.ResolutionOutcome;
import dev.agenthost.protocol.run.UnboundReason;
import java.time.Duration;
import java.time.Instant;
import java.util.Optional;

/** An event runs once because its id is remembered. What is older than the memory is not run at all. */
public final class EventAge {
    /** How long ids are remembered: longer than any topic keeps its records. */
    public static final Duration MEMORY = Duration.ofDays(35);

    private EventAge() {}

    /** The answer to an event that may have run before and been forgotten. */
    public static Optional<ResolutionOutcome> refusal(EventEnvelope event, Instant now) {
        return happened(event).isBefore(now.minus(MEMORY))
                ? Optional.of(new ResolutionOutcome.Unbound(
                        UnboundReason.EVENT_TOO_OLD,
                        "The event happened more than " + MEMORY.toDays()
                                + " days ago, longer than repetitions are remembered."))
                : Optional.empty();
    }

    /**
     * Until when the id is remembered: until the event, should it come again, is too old by the time it says it happened. A clock
     * that runs ahead is believed for as long again, no longer.
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

    /** Any number can stand in a record; not any is a time. */
    private static long clamped(long epochSeconds) {
        return Math.max(Instant.MIN.getEpochSecond(), Math.min(Instant.MAX.getEpochSecond(), epochSeconds));
    }
}
