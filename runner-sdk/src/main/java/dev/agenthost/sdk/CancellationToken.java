package dev.agenthost.sdk;

import dev.agenthost.sdk.RunCancelledException.Reason;
import java.util.Optional;

/**
 * Reports that a run no longer belongs to its runner: it was cancelled, its deadline passed, or its connection was lost. The host sends
 * a cancellation at once (spec 000 §10). Then waiting and later calls of {@link HostApi} and {@link RunOutput}, on any thread, throw
 * {@link RunCancelledException}, and the run's own thread is interrupted. Thread-safe.
 */
public interface CancellationToken {
    /** A token of a run that is never cancelled, to try runners without a host. */
    CancellationToken NEVER = new CancellationToken() {
        @Override
        public Optional<Reason> reason() {
            return Optional.empty();
        }

        @Override
        public Registration onCancelled(Runnable action) {
            return () -> {};
        }
    };

    /** An action that was registered; closing it forgets the action. */
    interface Registration extends AutoCloseable {
        @Override
        void close();
    }

    /** Why the run was taken away; empty while it is the runner's. */
    Optional<Reason> reason();

    /**
     * Runs an action once when the run is taken away, on another thread; at once where it was already.
     *
     * @param action short, and without exceptions: it ends what the runner waits for, for instance a process or a request
     */
    Registration onCancelled(Runnable action);

    default boolean isCancelled() {
        return reason().isPresent();
    }

    /** Throws {@link RunCancelledException} where the run was taken away. */
    default void throwIfCancelled() {
        reason().ifPresent(why -> {
            throw new RunCancelledException(why);
        });
    }
}
