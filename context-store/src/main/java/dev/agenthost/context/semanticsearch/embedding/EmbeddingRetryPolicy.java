package dev.agenthost.context.semanticsearch.embedding;

import java.time.Duration;
import java.util.Optional;
import java.util.Set;
import org.jspecify.annotations.Nullable;

/**
 * Decides whether and when a request to a provider is retried: at most twice, if the provider was not reached or reports a transient
 * error.
 */
public final class EmbeddingRetryPolicy {
    private static final int MOST = 2;
    private static final Duration LONGEST = Duration.ofSeconds(10);
    private static final Set<Integer> PASSING = Set.of(429, 502, 503, 504);
    /** Statuses that refuse the texts themselves. */
    private static final Set<Integer> OF_THE_TEXT = Set.of(400, 413, 422);

    private EmbeddingRetryPolicy() {}

    /**
     * Returns the pause before a retry; empty for none.
     *
     * @param status 0 if the provider was not reached
     * @param retryAfter pause that the provider requests
     * @param retries retries so far
     */
    public static Optional<Duration> after(int status, @Nullable Duration retryAfter, int retries) {
        if (retries >= MOST || status != 0 && !PASSING.contains(status)) {
            return Optional.empty();
        }
        Duration pause = retryAfter == null ? Duration.ofMillis(250L << retries) : retryAfter;
        return Optional.of(pause).filter(wait -> wait.compareTo(LONGEST) <= 0);
    }

    /** Returns true if the provider refuses these texts for good, and other texts may succeed. */
    public static boolean isOfTheText(int status) {
        return OF_THE_TEXT.contains(status);
    }
}
