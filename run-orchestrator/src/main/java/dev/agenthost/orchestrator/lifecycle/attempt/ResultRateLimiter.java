package dev.agenthost.orchestrator.lifecycle.attempt;

import java.time.Duration;

/**
 * Limits the rate of one run's results: a burst, then a number a second. Waiting results are then taken together. Times are nanoseconds of
 * a monotonic clock. Not thread-safe.
 */
public final class ResultRateLimiter {
    /**
     * The burst and the refill each second. Only a faulty agent reaches the rate. A lower rate would delay pings: a ping of the runner
     * waits behind the unsent data of its system, up to 3 MB, at 250 bytes a delta.
     *
     * @param burst the most at once
     */
    public record Rate(int perSecond, int burst) {
        public static final Rate USUAL = new Rate(6_000, 2_000);

        public Rate {
            if (perSecond < 1 || burst < 1) {
                throw new IllegalArgumentException("results are taken at a rate above zero");
            }
        }
    }

    /** Characters of a frame that count as one result: a larger frame counts as several. */
    private static final int ONE = 8 * 1024;
    /** Seconds of its rate for which a limited run waits: a short delay, and few records for many results. */
    private static final double STEP_SECONDS = 0.05;

    private static final double SECOND = 1e9;

    private final Rate rate;
    private double left;
    private long filledAt;

    public ResultRateLimiter(Rate rate, long now) {
        this.rate = rate;
        this.left = rate.burst();
        this.filledAt = now;
    }

    /** Returns true if one more result may be taken. */
    boolean allows(long now) {
        double seconds = Math.max(0, now - filledAt) / SECOND;
        left = Math.min(rate.burst(), left + seconds * rate.perSecond());
        filledAt = now;
        return left >= 1;
    }

    /** @param characters of the result's frame */
    void took(int characters) {
        left -= 1 + characters / ONE;
    }

    /** Returns the time until the next result may be taken. */
    Duration pause() {
        double missing = Math.max(1, rate.perSecond() * STEP_SECONDS) - left;
        return Duration.ofMillis(Math.max(1, (long) Math.ceil(1_000 * missing / rate.perSecond())));
    }
}
