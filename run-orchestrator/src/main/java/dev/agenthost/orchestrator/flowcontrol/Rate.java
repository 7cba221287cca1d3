package dev.agenthost.orchestrator.flowcontrol;

/**
 * A rate limit: a bucket of tokens with its refill per second.
 *
 * @param burst the most that a bucket holds
 */
public record Rate(double perSecond, double burst) {
    /** The seconds that one share lasts at full rate: calls seldom wait for the database, and few tokens expire unspent. */
    private static final double SHARE_SECONDS = 0.05;

    public Rate {
        if (!(perSecond > 0) || !(burst >= 1)) {
            throw new IllegalArgumentException("a rate must be above zero, with a burst of at least 1");
        }
    }

    /** A bucket that holds the tokens of two seconds, at least one. */
    public static Rate perSecond(double tokens) {
        return new Rate(tokens, Math.max(1, 2 * tokens));
    }

    /** A bucket that holds the tokens of one minute. */
    public static Rate perMinute(double tokens) {
        return new Rate(tokens / 60, tokens);
    }

    /** Returns the tokens of one share, unless a call needs more. */
    double share() {
        return Math.max(1, Math.floor(perSecond * SHARE_SECONDS));
    }
}
