package dev.agenthost.sdk.ws;

import java.time.Duration;

/** The pause before a reconnection: doubling, and random so that many runners do not reconnect at once. */
record Backoff(Duration first, Duration longest) {
    /** Factor of the longest pause: a minute by default. */
    private static final int REFUSED = 12;

    static final Backoff DEFAULT = new Backoff(Duration.ofMillis(200), Duration.ofSeconds(5));

    /**
     * The pauses after a refused key: only an administrator can change that, unless the key is so new that the host has not read
     * it yet.
     */
    Backoff afterRefusal() {
        return new Backoff(longest, longest.multipliedBy(REFUSED));
    }

    /**
     * @param failures number of failures in a row, from 1
     * @param scatter from 0 (inclusive) to 1 (exclusive)
     * @return between half and all of the pause of that many failures
     */
    Duration pause(int failures, double scatter) {
        long doubled = first.toMillis() << Math.min(failures - 1, 20);
        long whole = Math.min(doubled, longest.toMillis());
        return Duration.ofMillis(whole / 2 + (long) (scatter * (whole - whole / 2)));
    }
}
