package dev.agenthost.context.semanticsearch.vectorindex;

import io.smallrye.mutiny.Uni;
import java.util.List;

/** An index of vectors that finds nearly all of the nearest. */
public interface ApproximateVectorIndex {
    /**
     * What is indexed of a scope.
     *
     * @param chunks of the model, all of them
     * @param isWhole whether each of these is in the index
     */
    record Covered(long chunks, boolean isWhole) {}

    /** Whether vectors of so many numbers are indexed here, as far as is known. Asks nobody. */
    boolean holds(int dimensions);

    Uni<Covered> covered(RetrievalScope scope, String model);

    /** The nearest first; fewer than asked for where the index gave up. */
    Uni<List<ChunkHit>> nearest(RetrievalScope scope, String model, float[] query, int most);
}
