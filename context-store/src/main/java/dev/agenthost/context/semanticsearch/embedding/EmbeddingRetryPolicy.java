package dev.agenthost.context.semanticsearch.embedding;

import java.time.Duration;
import java.util.Optional;
import java.util.Set;
import org.jspecify.annotations.Nullable;

/** Whether and when a provider is asked again: at most twice, where nothing was sent or it said so itself. */
public final class EmbeddingRetryPolicy {
    private static final int MOST = 2;
    private static final Duration LONGEST = Duration.ofSeconds(10);
    private static final Set<Integer> PASSING = Set.of(429, 502, 503, 504);
    /** What is wrong with the texts themselves. */
    private static final Set<Integer> OF_THE_TEXT = Set.of(400, 413, 422);

    private EmbeddingRetryPolicy() {}

    /**
     * @param status 0 where nobody was reached
     * @param wanted how long the provider wants to be left alone
     * @param asked how often it was asked again already
     */
    public static Optional<Duration> after(int status, @Nullable Duration wanted, int asked) {
        if (asked >= MOST || status != 0 && !PASSING.contains(status)) {
            return Optional.empty();
        }
        Duration pause = wanted == null ? Duration.ofMillis(250L << asked) : wanted;
        return Optional.of(pause).filter(wait -> wait.compareTo(LONGEST) <= 0);
    }

    /** Whether other texts may do better, and these never will. */
    public static boolean isOfTheText(int status) {
        return OF_THE_TEXT.contains(status);
    }
}
