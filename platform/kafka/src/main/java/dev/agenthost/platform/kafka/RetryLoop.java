package dev.agenthost.platform.kafka;

import io.smallrye.mutiny.Uni;
import java.time.Duration;
import java.util.function.Predicate;
import java.util.function.Supplier;

/** Retries a failed call in place and without end, with pauses that grow from 50 ms to 1 s. */
public final class RetryLoop {
    private static final Duration FIRST_PAUSE = Duration.ofMillis(50);
    private static final Duration LONGEST_PAUSE = Duration.ofSeconds(1);

    private RetryLoop() {}

    /** Retries every failure, an {@link Error} included. */
    public static <T> Uni<T> call(Supplier<Uni<T>> call) {
        return call(call, failure -> true);
    }

    /**
     * Retries the failures that may pass; any other one is the result.
     *
     * @param mayPass called after each failure
     */
    public static <T> Uni<T> call(Supplier<Uni<T>> call, Predicate<Throwable> mayPass) {
        // Most calls succeed at once: only the others create the retry.
        return Uni.createFrom().<T>deferred(call::get).onFailure(mayPass).recoverWithUni(() -> Uni.createFrom()
                .voidItem()
                .onItem()
                .delayIt()
                .by(FIRST_PAUSE)
                .chain(() -> Uni.createFrom()
                        .<T>deferred(call::get)
                        .onFailure(mayPass)
                        .retry()
                        .withBackOff(FIRST_PAUSE, LONGEST_PAUSE)
                        .indefinitely()));
    }
}
