package dev.agenthost.orchestrator.runtime;

import dev.agenthost.platform.lease.Incarnation;
import io.smallrye.mutiny.Uni;
import java.util.OptionalLong;

/**
 * Stores the replica that has claimed each runtime. A claim lasts as long as the lease of its incarnation and needs no renewal: no replica
 * takes it over from an incarnation that is not marked dead, and a dead incarnation never acts again.
 */
public interface RuntimeClaimRepository {
    /**
     * Acquires a runtime that no live incarnation has claimed; a repetition by its claimant changes nothing.
     *
     * @return the epoch, one higher with each new claimant; empty if another incarnation has claimed it, or this incarnation is dead
     */
    Uni<OptionalLong> claim(String runtime, Incarnation incarnation);
}
