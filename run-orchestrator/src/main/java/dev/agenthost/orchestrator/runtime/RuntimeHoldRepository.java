package dev.agenthost.orchestrator.runtime;

import dev.agenthost.platform.lease.Incarnation;
import io.smallrye.mutiny.Uni;
import java.util.OptionalLong;

/**
 * Which replica holds which runtime. A hold lasts as long as the lease of its incarnation, and needs no renewal of its own: nobody takes
 * it from one that is not marked dead, and one that is can never act again under that name.
 */
public interface RuntimeHoldRepository {
    /**
     * Takes a runtime that nobody living holds; saying it again as its holder changes nothing.
     *
     * @return the epoch, one higher with each holder; empty where another holds it, or the incarnation is dead itself
     */
    Uni<OptionalLong> take(String runtime, Incarnation incarnation);
}
