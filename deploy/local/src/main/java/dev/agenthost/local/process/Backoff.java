package dev.agenthost.local.process;

import java.time.Duration;

/** How long to wait before a process that died is started again: at once the first time, longer while it keeps dying. */
final class Backoff {
    private static final Duration FIRST = Duration.ofMillis(100);
    private static final Duration LONGEST = Duration.ofSeconds(3);
    /** A process that lived this long did start properly. */
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
