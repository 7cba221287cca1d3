package dev.agenthost.context.semanticsearch.vectorindex;

import io.smallrye.mutiny.Uni;
import java.util.List;

/** Finds chunks by meaning. */
public interface VectorIndex {
    /**
     * Returns the nearest first.
     *
     * @param model name of comparable vectors
     * @param query of length 1
     */
    Uni<List<ChunkHit>> nearest(RetrievalScope scope, String model, float[] query, int most);
}
