package dev.agenthost.sdk.ws;

import java.time.Duration;

/** How long to wait before connecting again: doubling, and scattered so that many runners do not come back at once. */
record Backoff(Duration first, Duration longest) {
    /** Twelve times as long: a minute, usually. */
    private static final int REFUSED = 12;

    static final Backoff DEFAULT = new Backoff(Duration.ofMillis(200), Duration.ofSeconds(5));

    /** For a key that is refused: only people can change that, or a key that is so new that the host has yet to hear of it. */
    Backoff whereRefused() {
        return new Backoff(longest, longest.multipliedBy(REFUSED));
    }

    /**
     * @param failures how often it failed in a row, from 1
     * @param scatter from 0 (inclusive) to 1 (exclusive)
     * @return between half and all of the pause of that many failures
     */
    Duration pause(int failures, double scatter) {
        long doubled = first.toMillis() << Math.min(failures - 1, 20);
        long whole = Math.min(doubled, longest.toMillis());
        return Duration.ofMillis(whole / 2 + (long) (scatter * (whole - whole / 2)));
    }
}
