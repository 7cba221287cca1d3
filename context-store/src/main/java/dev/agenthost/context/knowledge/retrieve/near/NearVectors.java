package dev.agenthost.context.knowledge.retrieve.near;

import dev.agenthost.context.knowledge.retrieve.Hit;
import dev.agenthost.context.knowledge.retrieve.Scope;
import dev.agenthost.context.knowledge.retrieve.VectorIndex;
import io.smallrye.mutiny.Uni;
import java.util.List;

/**
 * Asks the index where it holds all of a scope that is too large to look at every vector, and looks at every one wherever the index is not
 * there, is not whole yet, finds too few or is in trouble.
 */
public final class NearVectors implements VectorIndex {
    private static final System.Logger LOG = System.getLogger(NearVectors.class.getName());

    private final NearIndex index;
    private final VectorIndex exact;
    private final long large;

    /** @param large scopes of fewer chunks are looked at whole: that is as fast, and misses nothing */
    public NearVectors(NearIndex index, VectorIndex exact, long large) {
        this.index = index;
        this.exact = exact;
        this.large = large;
    }

    @Override
    public Uni<List<Hit>> nearest(Scope scope, String model, float[] query, int most) {
        if (!index.holds(query.length)) {
            return exact.nearest(scope, model, query, most);
        }
        return index.covered(scope, model)
                .chain(covered -> covered.isWhole() && covered.chunks() >= large
                        ? index.nearest(scope, model, query, most)
                                .map(hits -> hits.size() < Math.min(most, covered.chunks()) ? List.<Hit>of() : hits)
                        : Uni.createFrom().item(List.<Hit>of()))
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
