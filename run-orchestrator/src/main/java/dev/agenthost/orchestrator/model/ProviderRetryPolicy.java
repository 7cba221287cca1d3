package dev.agenthost.orchestrator.model;

import java.time.Duration;
import java.util.Optional;

/**
 * Retry policy for providers: at most two retries, and only if the call cannot have had an effect (ADR 57): no connection was
 * established, or the response is 503, before any byte of the result.
 */
final class ProviderRetryPolicy {
    static final int MOST = 2;
    private static final Duration LONGEST = Duration.ofSeconds(10);
    private static final int UNAVAILABLE = 503;

    private ProviderRetryPolicy() {}

    /**
     * @param retries the number of retries so far
     * @param remaining the time until the run's deadline
     * @return the pause before the retry; empty for no retry
     */
    static Optional<Duration> pause(ProviderResponse.Failure<?> failure, int retries, Duration remaining) {
        if (retries >= MOST) {
            return Optional.empty();
        }
        Duration backOff = Duration.ofMillis(250L << retries);
        Optional<Duration> pause =
                switch (failure) {
                    case ProviderResponse.Unreachable<?> unreachable -> Optional.of(backOff);
                    case ProviderResponse.Refused<?> refused
                    when refused.status() == UNAVAILABLE ->
                        Optional.of(refused.retryAfter() == null ? backOff : refused.retryAfter());
                    case ProviderResponse.Refused<?> refused -> Optional.empty();
                    case ProviderResponse.Forbidden<?> forbidden -> Optional.empty();
                    case ProviderResponse.TooLate<?> late -> Optional.empty();
                    case ProviderResponse.TooLarge<?> large -> Optional.empty();
                    case ProviderResponse.Unreadable<?> unreadable -> Optional.empty();
                };
        return pause.filter(wait -> wait.compareTo(LONGEST) <= 0 && wait.compareTo(remaining) < 0);
    }
}
