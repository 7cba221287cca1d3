package dev.agenthost.context.semanticsearch.vectorindex;

import io.smallrye.mutiny.Uni;
import java.util.List;

/** Chunks by meaning. */
public interface VectorIndex {
    /**
     * The nearest first.
     *
     * @param model whose vectors are comparable with this one
     * @param query of length 1
     */
    Uni<List<ChunkHit>> nearest(RetrievalScope scope, String model, float[] query, int most);
}
