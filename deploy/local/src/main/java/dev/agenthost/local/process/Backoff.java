package dev.agenthost.local.process;

import java.time.Duration;

/** The delay before a dead process is restarted: short the first time, doubled while it keeps dying. */
final class Backoff {
    private static final Duration FIRST = Duration.ofMillis(100);
    private static final Duration LONGEST = Duration.ofSeconds(3);
    /** A process that lived this long counts as started. */
    private static final Duration LIVED = Duration.ofSeconds(10);

    private Backoff() {}

    static Duration after(Duration before, Duration life) {
        if (before.isZero() || life.compareTo(LIVED) >= 0) {
            return FIRST;
        }
        var doubled = before.multipliedBy(2);
        return doubled.compareTo(LONGEST) < 0 ? doubled : LONGEST;
    }
}
