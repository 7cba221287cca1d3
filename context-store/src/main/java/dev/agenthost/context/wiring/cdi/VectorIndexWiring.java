package dev.agenthost.context.wiring.cdi;

import dev.agenthost.context.semanticsearch.postgres.PostgresApproximateVectorIndex;
import dev.agenthost.context.semanticsearch.vectorindex.BruteForceVectorIndex;
import dev.agenthost.context.semanticsearch.vectorindex.FallbackVectorIndex;
import dev.agenthost.context.semanticsearch.vectorindex.VectorIndex;
import jakarta.enterprise.context.Dependent;
import jakarta.enterprise.inject.Produces;
import jakarta.inject.Singleton;

/** Provides the implementation of the vector index. */
@Dependent
public class VectorIndexWiring {
    /** Puts the approximate index, if there is one, before the exhaustive search. */
    @FunctionalInterface
    public interface ApproximateIndex {
        VectorIndex before(BruteForceVectorIndex exact);
    }

    @Produces
    @Singleton
    ApproximateIndex approximate(PostgresApproximateVectorIndex index, VectorIndexSettings settings) {
        return exact -> new FallbackVectorIndex(index, exact, settings.minChunks());
    }
}
