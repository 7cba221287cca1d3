package dev.agenthost.orchestrator.flowcontrol;

import io.smallrye.mutiny.Uni;
import java.time.Duration;
import java.util.function.BooleanSupplier;
import java.util.function.Supplier;

/** Tries again in place, with growing pauses, as long as it is still wanted: infrastructure comes back. */
public final class RetryLoop {
    private static final Duration FIRST_PAUSE = Duration.ofMillis(50);
    private static final Duration LONGEST_PAUSE = Duration.ofSeconds(1);

    private RetryLoop() {}

    /** Fails only when it is no longer wanted. */
    public static <T> Uni<T> until(Supplier<Uni<T>> call, BooleanSupplier wanted) {
        // Most calls succeed at once: what repeats is made only for those that do not.
        return Uni.createFrom()
                .<T>deferred(call::get)
                .onFailure(why -> wanted.getAsBoolean())
                .recoverWithUni(() -> again(call, wanted));
    }

    private static <T> Uni<T> again(Supplier<Uni<T>> call, BooleanSupplier wanted) {
        return Uni.createFrom().voidItem().onItem().delayIt().by(FIRST_PAUSE).chain(() -> Uni.createFrom()
                .<T>deferred(call::get)
                .onFailure(why -> wanted.getAsBoolean())
                .retry()
                .withBackOff(FIRST_PAUSE, LONGEST_PAUSE)
                .indefinitely());
    }

    /** For ever. */
    public static <T> Uni<T> call(Supplier<Uni<T>> call) {
        return until(call, () -> true);
    }
}
