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

    /** A registered action; closing it removes the action. */
    interface Registration extends AutoCloseable {
        @Override
        void close();
    }

    /** The reason of the cancellation; empty while the run belongs to the runner. */
    Optional<Reason> reason();

    /**
     * Runs an action once when the run is cancelled, on another thread; at once if it is cancelled already.
     *
     * @param action short, and without exceptions: it ends the runner's blocking work, for instance a process or a request
     */
    Registration onCancelled(Runnable action);

    default boolean isCancelled() {
        return reason().isPresent();
    }

    /** Throws {@link RunCancelledException} if the run no longer belongs to the runner. */
    default void throwIfCancelled() {
        reason().ifPresent(reason -> {
            throw new RunCancelledException(reason);
        });
    }
}
