package dev.agenthost.delivery.surface.discord;

import java.time.Duration;
import java.util.ArrayDeque;
import java.util.Deque;
import java.util.function.LongSupplier;

/**
 * Counts the calls of this replica that Discord answered with 401, 403 or 429. An IP address that has 10,000 of them in 10 minutes is blocked
 * (https://docs.discord.com/developers/topics/rate-limits#invalid-request-limit-aka-cloudflare-bans). Replicas and other programs may share
 * the address, so that a replica stops at a fifth of it.
 */
final class InvalidRequestLimiter {
    static final int MOST = 2_000;
    private static final Duration WINDOW = Duration.ofMinutes(10);

    private final LongSupplier nanoTime;
    private final Deque<Long> times = new ArrayDeque<>();

    /** @param nanoTime a monotonic clock */
    InvalidRequestLimiter(LongSupplier nanoTime) {
        this.nanoTime = nanoTime;
    }

    /** Counts a call. */
    synchronized void count() {
        times.addLast(nanoTime.getAsLong());
        if (times.size() > MOST) {
            times.removeFirst();
        }
    }

    /** Returns true if no call may be made now. */
    synchronized boolean isExceeded() {
        long now = nanoTime.getAsLong();
        while (!times.isEmpty() && now - times.getFirst() >= WINDOW.toNanos()) {
            times.removeFirst();
        }
        return times.size() >= MOST;
    }
}
