package dev.agenthost.actiongraph.graph;

import java.time.Duration;
import java.util.Objects;

/**
 * The wait of an iteration that runs nowhere.
 *
 * @param reason the awaited event
 * @param delayMillis delay of a timer, in milliseconds; 0 where the event has no time
 */
public record Suspension(SuspensionReason reason, long delayMillis) {
    /** Waits for the answer of a person. */
    public static final Suspension PERSON = new Suspension(SuspensionReason.PERSON, 0);

    /** Waits for the result of another runner. */
    public static final Suspension ASSIGNMENT = new Suspension(SuspensionReason.ASSIGNMENT, 0);

    public Suspension {
        Objects.requireNonNull(reason, "reason");
        if (delayMillis < 0) {
            throw new IllegalArgumentException("delay_millis must not be negative");
        }
    }

    /** Waits for a time. */
    public static Suspension timer(Duration delay) {
        return new Suspension(SuspensionReason.TIMER, delay.toMillis());
    }

    static Suspension retry(Duration delay) {
        return new Suspension(SuspensionReason.RETRY, delay.toMillis());
    }

    /** The delay of the timer. */
    public Duration delay() {
        return Duration.ofMillis(delayMillis);
    }
}
