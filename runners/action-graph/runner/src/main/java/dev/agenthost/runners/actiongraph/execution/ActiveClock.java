package dev.agenthost.runners.actiongraph.execution;

import java.time.Duration;
import java.time.Instant;
import org.jspecify.annotations.Nullable;

/**
 * The time that a graph or a request has used, over all its runs. It stands still while a person alone is waited for.
 *
 * @param startedAt beginning, in epoch milliseconds
 * @param pausedMillis ended pauses together, in milliseconds
 * @param pausedAt beginning of the pause, in epoch milliseconds; null if the clock runs
 */
public record ActiveClock(
        long startedAt, long pausedMillis, @Nullable Long pausedAt) {
    /** A clock that begins to run. */
    public static ActiveClock startedAt(Instant now) {
        return new ActiveClock(now.toEpochMilli(), 0, null);
    }

    /** The clock after a change of the state. */
    ActiveClock paused(boolean isPaused, Instant now) {
        if (isPaused) {
            return pausedAt != null ? this : new ActiveClock(startedAt, pausedMillis, now.toEpochMilli());
        }
        return pausedAt == null ? this : new ActiveClock(startedAt, pausedMillis + now.toEpochMilli() - pausedAt, null);
    }

    /** The used time. */
    Duration elapsed(Instant now) {
        long until = pausedAt == null ? now.toEpochMilli() : pausedAt;
        return Duration.ofMillis(Math.max(0, until - startedAt - pausedMillis));
    }

    /** The time at which a limit ends, if no further pause follows. */
    Instant end(Duration limit) {
        return Instant.ofEpochMilli(startedAt + pausedMillis).plus(limit);
    }

    /** The rest of a limit, zero after it. */
    Duration left(Duration limit, Instant now) {
        Duration left = limit.minus(elapsed(now));
        return left.isNegative() ? Duration.ZERO : left;
    }
}
