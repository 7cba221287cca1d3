package dev.agenthost.orchestrator.runtime;

import dev.agenthost.platform.lease.Incarnation;
import io.smallrye.mutiny.Uni;
import java.util.OptionalLong;

/**
 * Stores the replica that holds each runtime. A hold lasts as long as the lease of its incarnation and needs no renewal: no replica takes
 * it from an incarnation that is not marked dead, and a dead incarnation never acts again.
 */
public interface RuntimeHoldRepository {
    /**
     * Acquires a runtime that no live incarnation holds; a repetition by its holder changes nothing.
     *
     * @return the epoch, one higher with each holder; empty if another incarnation holds it, or this incarnation is dead
     */
    Uni<OptionalLong> take(String runtime, Incarnation incarnation);
}
