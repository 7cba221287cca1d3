package dev.agenthost.orchestrator.retry;

import io.smallrye.mutiny.Uni;
import java.time.Duration;
import java.util.function.BooleanSupplier;
import java.util.function.Supplier;

/** Tries again in place, with growing pauses, as long as it is still wanted: infrastructure comes back. */
public final class Steadily {
    private static final Duration FIRST_PAUSE = Duration.ofMillis(50);
    private static final Duration LONGEST_PAUSE = Duration.ofSeconds(1);

    private Steadily() {}

    /** Fails only when it is no longer wanted. */
    public static <T> Uni<T> until(Supplier<Uni<T>> call, BooleanSupplier wanted) {
        return Uni.createFrom()
                .<T>deferred(call::get)
                .onFailure(why -> wanted.getAsBoolean())
                .retry()
                .withBackOff(FIRST_PAUSE, LONGEST_PAUSE)
                .indefinitely();
    }

    /** For ever. */
    public static <T> Uni<T> call(Supplier<Uni<T>> call) {
        return until(call, () -> true);
    }
}
