package dev.agenthost.orchestrator.flowcontrol;

/** Tokens in memory, which time or a shared bucket refills. Time comes in as nanoseconds of a monotonic clock. Thread-safe. */
public final class TokenBucket {
    private final double perSecond;
    private final double burst;
    private double tokens;
    private long filledAt;

    private TokenBucket(double perSecond, double burst, double tokens, long now) {
        this.perSecond = perSecond;
        this.burst = burst;
        this.tokens = tokens;
        this.filledAt = now;
    }

    /** Returns a full bucket that time refills. */
    public static TokenBucket full(Rate rate, long now) {
        return new TokenBucket(rate.perSecond(), rate.burst(), rate.burst(), now);
    }

    /** Returns an empty bucket that {@link #add} alone fills. */
    static TokenBucket empty(long now) {
        return new TokenBucket(0, Double.MAX_VALUE, 0, now);
    }

    /** Takes all tokens that are needed, or none. */
    public synchronized boolean take(double amount, long now) {
        double elapsedSeconds = Math.max(0, now - filledAt) / 1e9;
        tokens = Math.min(burst, tokens + elapsedSeconds * perSecond);
        filledAt = now;
        if (tokens < amount) {
            return false;
        }
        tokens -= amount;
        return true;
    }

    synchronized void add(double amount) {
        tokens = Math.min(burst, tokens + amount);
    }

    /** Returns the tokens that were left when the bucket was last used. */
    synchronized double remaining() {
        return tokens;
    }
}
