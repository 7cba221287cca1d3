package dev.agenthost.platform.egress;

import java.time.Duration;

/**
 * Pauses the requests to a server that fails. Some consecutive failures open the breaker; further ones open it for twice as long each
 * time, up to the longest pause, until the server has answered for half a minute without a failure. Time comes in as nanoseconds of a
 * monotonic clock. Thread-safe.
 *
 * <pre>
 * closed --failures--> open --end of the pause--> closed, with no failure counted
 *   ^                   |
 *   +-----success-------+
 * </pre>
 */
public final class CircuitBreaker {
    /** A server that has answered for that long counts as healthy: its next pause is the first one again. */
    public static final Duration HEALTHY = Duration.ofSeconds(30);

    private final Policy policy;
    private int failures;
    private int pauses;
    private boolean isOpen;
    private long openUntil;
    private boolean answers;
    private long answersSince;

    /**
     * The failures that open a breaker, and its pauses.
     *
     * @param failures consecutive failures
     */
    public record Policy(int failures, Duration firstPause, Duration longestPause) {
        public Policy {
            if (failures < 1 || firstPause.compareTo(longestPause) > 0) {
                throw new IllegalArgumentException(
                        "a breaker needs a failure to open, and no first pause above the longest");
            }
        }
    }

    public CircuitBreaker(Policy policy) {
        this.policy = policy;
    }

    /** Returns true during a pause: no request is to be sent. */
    public synchronized boolean isOpen(long now) {
        if (isOpen && now - openUntil >= 0) {
            isOpen = false;
        }
        return isOpen;
    }

    /**
     * Counts a failure; one during a pause belongs to an earlier request and does not count.
     *
     * @return true if a pause begins
     */
    public synchronized boolean recordFailure(long now) {
        if (isOpen(now)) {
            return false;
        }
        if (answers && now - answersSince > HEALTHY.toNanos()) {
            pauses = 0;
        }
        answers = false;
        failures++;
        if (failures < policy.failures()) {
            return false;
        }
        failures = 0;
        isOpen = true;
        openUntil = now + pause();
        pauses++;
        return true;
    }

    /** Closes the breaker: the server answered. */
    public synchronized void recordSuccess(long now) {
        failures = 0;
        isOpen = false;
        if (!answers) {
            answers = true;
            answersSince = now;
        }
    }

    private long pause() {
        long pause = policy.firstPause().toNanos();
        long longest = policy.longestPause().toNanos();
        for (int doubled = 0; doubled < pauses && pause < longest; doubled++) {
            pause *= 2;
        }
        return Math.min(pause, longest);
    }
}
