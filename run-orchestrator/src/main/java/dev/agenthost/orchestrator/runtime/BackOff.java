package dev.agenthost.orchestrator.runtime;

import java.time.Duration;
import java.util.function.DoubleSupplier;

/** Growing, scattered pauses between attempts to connect. Not thread-safe. */
public final class BackOff {
    private static final int MOST_DOUBLINGS = 20;

    private final Duration first;
    private final Duration longest;
    private final DoubleSupplier chance;
    private int failures;

    /** @param chance from 0 to 1, so that hosts that lost the same runtime do not all dial at once */
    public BackOff(Duration first, Duration longest, DoubleSupplier chance) {
        this.first = first;
        this.longest = longest;
        this.chance = chance;
    }

    /** Returns the pause after a failed attempt or connection. @param lived the lifetime of the connection */
    Duration pause(Duration lived) {
        if (lived.compareTo(longest) >= 0) {
            failures = 0;
        }
        long whole = Math.min(longest.toNanos(), first.toNanos() << Math.min(failures, MOST_DOUBLINGS));
        failures++;
        return Duration.ofNanos((long) (whole * (0.5 + 0.5 * chance.getAsDouble())));
    }
}
