package dev.agenthost.orchestrator.runtime;

import dev.agenthost.platform.lease.Incarnation;
import io.smallrye.mutiny.Uni;
import java.util.OptionalLong;
import java.util.function.Predicate;
import java.util.function.Supplier;

/** Acquires claims of runtimes for the current incarnation of this replica. */
public final class RuntimeClaims {
    private final RuntimeClaimRepository repository;
    private final Supplier<Incarnation> current;
    private final Predicate<Incarnation> mayActAs;

    /**
     * @param current the incarnation of this replica
     * @param mayActAs true if the lease of the incarnation is current
     */
    public RuntimeClaims(
            RuntimeClaimRepository repository, Supplier<Incarnation> current, Predicate<Incarnation> mayActAs) {
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

    /** Returns the epoch of the claim, or empty if another replica has claimed the runtime. */
    Uni<OptionalLong> claim(String runtime, Incarnation incarnation) {
        return repository.claim(runtime, incarnation);
    }
}
