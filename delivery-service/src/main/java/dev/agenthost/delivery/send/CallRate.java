package dev.agenthost.delivery.send;

import java.time.Duration;

/**
 * A rate of calls.
 *
 * @param interval between two calls in the long run
 * @param burst most calls at once, at least 1; with 1, each call waits for the interval after the one before it
 */
public record CallRate(Duration interval, int burst) {
    public CallRate {
        if (!interval.isPositive() || burst < 1) {
            throw new IllegalArgumentException("The interval and the burst of a rate must be positive");
        }
    }

    /** Returns the rate of calls that wait until all earlier ones are spread. */
    public CallRate withoutBurst() {
        return new CallRate(interval, 1);
    }
}
