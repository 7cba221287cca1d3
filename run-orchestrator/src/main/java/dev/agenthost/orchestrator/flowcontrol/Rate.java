package dev.agenthost.orchestrator.flowcontrol;

/**
 * So many at once, refilled so many a second.
 *
 * @param burst the most that a bucket holds
 */
public record Rate(double perSecond, double burst) {
    /** How long what a replica takes at once lasts at full speed: a call seldom waits for the database, and little is taken in vain. */
    private static final double SHARE_SECONDS = 0.05;

    public Rate {
        if (!(perSecond > 0) || !(burst >= 1)) {
            throw new IllegalArgumentException("a rate is above zero");
        }
    }

    /** As many at once as two seconds bring. */
    public static Rate perSecond(double tokens) {
        return new Rate(tokens, Math.max(1, 2 * tokens));
    }

    /** As many at once as a minute brings. */
    public static Rate perMinute(double tokens) {
        return new Rate(tokens / 60, tokens);
    }

    /** What a replica takes at once, where it does not need more. */
    double share() {
        return Math.max(1, Math.floor(perSecond * SHARE_SECONDS));
    }
}
