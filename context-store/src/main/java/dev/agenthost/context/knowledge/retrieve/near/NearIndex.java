package dev.agenthost.context.knowledge.retrieve.near;

import dev.agenthost.context.knowledge.retrieve.Hit;
import dev.agenthost.context.knowledge.retrieve.Scope;
import io.smallrye.mutiny.Uni;
import java.util.List;

/** An index of vectors that finds nearly all of the nearest. */
public interface NearIndex {
    /**
     * What is indexed of a scope.
     *
     * @param chunks of the model, all of them
     * @param isWhole whether each of these is in the index
     */
    record Covered(long chunks, boolean isWhole) {}

    /** Whether vectors of so many numbers are indexed here, as far as is known. Asks nobody. */
    boolean holds(int dimensions);

    Uni<Covered> covered(Scope scope, String model);

    /** The nearest first; fewer than asked for where the index gave up. */
    Uni<List<Hit>> nearest(Scope scope, String model, float[] query, int most);
}
