package dev.agenthost.context.semanticsearch.vectorindex;

import io.smallrye.mutiny.Uni;
import java.util.List;

/**
 * Uses the index for large scopes that it has completely; compares every vector if there is no index, or it is incomplete, finds too
 * few or fails.
 */
public final class FallbackVectorIndex implements VectorIndex {
    private static final System.Logger LOG = System.getLogger(FallbackVectorIndex.class.getName());

    private final ApproximateVectorIndex index;
    private final VectorIndex exact;
    private final long large;

    /** @param large scopes with fewer chunks are compared completely, which is as fast and misses nothing */
    public FallbackVectorIndex(ApproximateVectorIndex index, VectorIndex exact, long large) {
        this.index = index;
        this.exact = exact;
        this.large = large;
    }

    @Override
    public Uni<List<ChunkHit>> nearest(RetrievalScope scope, String model, float[] query, int most) {
        if (!index.holds(query.length)) {
            return exact.nearest(scope, model, query, most);
        }
        return index.covered(scope, model)
                .chain(covered -> covered.isWhole() && covered.chunks() >= large
                        ? index.nearest(scope, model, query, most)
                                .map(hits ->
                                        hits.size() < Math.min(most, covered.chunks()) ? List.<ChunkHit>of() : hits)
                        : Uni.createFrom().item(List.<ChunkHit>of()))
                .onFailure(RuntimeException.class)
                .recoverWithItem(why -> {
                    LOG.log(System.Logger.Level.WARNING, "every vector is compared: {0}", why.toString());
                    return List.of();
                })
                .chain(hits -> hits.isEmpty()
                        ? exact.nearest(scope, model, query, most)
                        : Uni.createFrom().item(hits));
    }
}
