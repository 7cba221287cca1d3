package dev.agenthost.context.semanticsearch.vectorindex;

import io.smallrye.mutiny.Uni;
import java.util.List;

/**
 * Asks the index where it holds all of a scope that is too large to look at every vector, and looks at every one wherever the index is not
 * there, is not whole yet, finds too few or is in trouble.
 */
public final class FallbackVectorIndex implements VectorIndex {
    private static final System.Logger LOG = System.getLogger(FallbackVectorIndex.class.getName());

    private final ApproximateVectorIndex index;
    private final VectorIndex exact;
    private final long large;

    /** @param large scopes of fewer chunks are looked at whole: that is as fast, and misses nothing */
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
                    LOG.log(System.Logger.Level.WARNING, "every vector is looked at: {0}", why.toString());
                    return List.of();
                })
                .chain(hits -> hits.isEmpty()
                        ? exact.nearest(scope, model, query, most)
                        : Uni.createFrom().item(hits));
    }
}
