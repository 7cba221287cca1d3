package dev.agenthost.gateway.bot;

import java.time.Duration;
import java.util.Optional;
import java.util.concurrent.CompletionStage;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.TimeoutException;
import java.util.function.Consumer;

/**
 * The time for the calls that an interaction of a person needs: most platforms wait 3 s for the answer.
 *
 * @param endsAt of {@link System#nanoTime()}
 */
public record CommandDeadline(long endsAt) {
    static final Duration TIMEOUT = Duration.ofMillis(2500);

    /** Returns the deadline of an interaction that arrives now. */
    public static CommandDeadline begin() {
        return begin(TIMEOUT);
    }

    /** @param timeout from now, shorter than the platform waits */
    public static CommandDeadline begin(Duration timeout) {
        return new CommandDeadline(System.nanoTime() + timeout.toNanos());
    }

    /**
     * Blocks. Returns empty if the result is not known in time.
     *
     * @param failed receives the reason
     */
    public <T> Optional<T> await(CompletionStage<T> call, Consumer<Exception> failed) throws InterruptedException {
        try {
            return Optional.of(call.toCompletableFuture().get(endsAt - System.nanoTime(), TimeUnit.NANOSECONDS));
        } catch (ExecutionException | TimeoutException e) {
            failed.accept(e);
            return Optional.empty();
        }
    }
}
