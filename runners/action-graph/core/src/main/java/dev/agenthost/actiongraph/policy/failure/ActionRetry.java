package dev.agenthost.actiongraph.policy.failure;

import java.time.Duration;

/**
 * The repetition of a failed action.
 *
 * @param maxAttempts most attempts, the first one included
 * @param delaySeconds delay before the second attempt, in seconds
 * @param backoff growth of the delay
 */
public record ActionRetry(int maxAttempts, int delaySeconds, RetryBackoff backoff) {
    public static final int MAX_ATTEMPTS = 10;
    public static final int MAX_DELAY_SECONDS = 3_600;

    /** One attempt. */
    public static final ActionRetry NONE = new ActionRetry(1, 0, RetryBackoff.FIXED);

    /** The repetition behind the short form {@code "failure_policy": "retry"}: two attempts, one second apart. */
    public static final ActionRetry ONCE = new ActionRetry(2, 1, RetryBackoff.FIXED);

    /** The delay after that attempt has failed, at most {@value #MAX_DELAY_SECONDS} s. Attempts count from 1. */
    public Duration delayAfter(int attempt) {
        long seconds =
                switch (backoff) {
                    case FIXED -> delaySeconds;
                    case EXPONENTIAL -> (long) delaySeconds << Math.min(attempt - 1, MAX_ATTEMPTS);
                };
        return Duration.ofSeconds(Math.min(seconds, MAX_DELAY_SECONDS));
    }
}
