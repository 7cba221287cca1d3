package dev.agenthost.bench.load;

import java.time.Duration;

/**
 * When each thing is to be sent, whatever became of those before it: latency is measured from these times, so a system that
 * stalls is charged for all who had to wait (no coordinated omission).
 *
 * @param rate a second
 * @param warmUp at the beginning, sent and not measured
 * @param measured after it
 */
public record Schedule(double rate, Duration warmUp, Duration measured) {
    public Schedule {
        if (!(rate > 0)) {
            throw new IllegalArgumentException("a rate is above 0, not " + rate);
        }
        if (warmUp.isNegative() || measured.isNegative()) {
            throw new IllegalArgumentException("a time is not negative");
        }
    }

    /** How many are sent. */
    public int count() {
        return (int) Math.round(rate * (warmUp.toNanos() + measured.toNanos()) / 1e9);
    }

    /** When one is to be sent, in nanoseconds after the begin; the first at 0. */
    public long at(int index) {
        return Math.round(index * 1e9 / rate);
    }

    /** Whether it counts. */
    public boolean isMeasured(int index) {
        return at(index) >= warmUp.toNanos();
    }
}
