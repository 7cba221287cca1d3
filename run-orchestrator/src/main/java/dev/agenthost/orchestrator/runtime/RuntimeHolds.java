package dev.agenthost.orchestrator.runtime;

import dev.agenthost.platform.lease.Incarnation;
import io.smallrye.mutiny.Uni;
import java.util.OptionalLong;
import java.util.function.Predicate;
import java.util.function.Supplier;

/** Acquires holds of runtimes for the current incarnation of this replica. */
public final class RuntimeHolds {
    private final RuntimeHoldRepository repository;
    private final Supplier<Incarnation> current;
    private final Predicate<Incarnation> mayActAs;

    /**
     * @param current the incarnation of this replica
     * @param mayActAs true if the lease of the incarnation is current
     */
    public RuntimeHolds(
            RuntimeHoldRepository repository, Supplier<Incarnation> current, Predicate<Incarnation> mayActAs) {
        this.repository = repository;
        this.current = current;
        this.mayActAs = mayActAs;
    }

    Incarnation incarnation() {
        return current.get();
    }

    /** Returns true if the lease of the current incarnation is current. */
    boolean mayAct() {
        return mayActAs.test(current.get());
    }

    /** Returns the epoch of the hold, or empty if another replica holds the runtime. */
    Uni<OptionalLong> take(String runtime, Incarnation incarnation) {
        return repository.take(runtime, incarnation);
    }
}
