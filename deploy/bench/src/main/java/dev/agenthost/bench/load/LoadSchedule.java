package dev.agenthost.bench.load;

import java.time.Duration;

/**
 * The send times of a load, independent of the outcome of earlier sends. Latency is measured from these times, so a stall of the
 * system counts for each send that it delays (no coordinated omission).
 *
 * @param rate a second
 * @param warmUp at the beginning, sent and not measured
 * @param measured after it
 */
public record LoadSchedule(double rate, Duration warmUp, Duration measured) {
    public LoadSchedule {
        if (!(rate > 0)) {
            throw new IllegalArgumentException("a rate is above 0, not " + rate);
        }
        if (warmUp.isNegative() || measured.isNegative()) {
            throw new IllegalArgumentException("a time is not negative");
        }
    }

    /** The number of sends. */
    public int count() {
        return (int) Math.round(rate * (warmUp.toNanos() + measured.toNanos()) / 1e9);
    }

    /** The send time of an index, in nanoseconds after the begin; the first is 0. */
    public long at(int index) {
        return Math.round(index * 1e9 / rate);
    }

    /** Returns true if the send of this index is measured. */
    public boolean isMeasured(int index) {
        return at(index) >= warmUp.toNanos();
    }
}
