package dev.agenthost.context.semanticsearch.vectorindex;

import io.smallrye.mutiny.Uni;
import java.util.List;

/** An index of vectors that finds nearly all of the nearest ones. */
public interface ApproximateVectorIndex {
    /**
     * The chunks of a scope in the index.
     *
     * @param chunks number of all chunks of the model
     * @param isWhole true if each of these is in the index
     */
    record Covered(long chunks, boolean isWhole) {}

    /** Returns true if vectors of this length are indexed, by what this replica knows. Sends no query. */
    boolean holds(int dimensions);

    Uni<Covered> covered(RetrievalScope scope, String model);

    /** Finds the nearest first; fewer than {@code most} if the index ends its search early. */
    Uni<List<ChunkHit>> nearest(RetrievalScope scope, String model, float[] query, int most);
}
