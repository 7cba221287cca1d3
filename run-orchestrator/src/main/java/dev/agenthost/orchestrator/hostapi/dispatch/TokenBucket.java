package dev.agenthost.orchestrator.hostapi.dispatch;

/** A rate for one run's calls: so many at once, refilled so many a second. Time comes in as nanoseconds of a monotonic clock. */
final class TokenBucket {
    /** Generous on purpose: it stops a loop gone wild, not an agent at work. */
    record Rate(int burst, int perSecond) {
        static final Rate USUAL = new Rate(400, 100);
    }

    private final Rate rate;
    private double tokens;
    private long filledAt;

    TokenBucket(Rate rate, long nowNanos) {
        this.rate = rate;
        this.tokens = rate.burst();
        this.filledAt = nowNanos;
    }

    synchronized boolean take(long nowNanos) {
        double elapsedSeconds = Math.max(0, nowNanos - filledAt) / 1e9;
        tokens = Math.min(rate.burst(), tokens + elapsedSeconds * rate.perSecond());
        filledAt = nowNanos;
        if (tokens < 1) {
            return false;
        }
        tokens -= 1;
        return true;
    }
}
