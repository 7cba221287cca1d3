package dev.agenthost.context.wiring.cdi;

import io.smallrye.config.ConfigMapping;
import io.smallrye.config.WithDefault;

/** Settings of the vector index, which exists if the database has pgvector. */
@ConfigMapping(prefix = "agenthost.knowledge.vector-index")
interface VectorIndexSettings {
    /** {@code false}: searches compare every vector, and no index is made. */
    @WithDefault("true")
    boolean enabled();

    /** Number of chunks below which a search compares every vector. */
    @WithDefault("10000")
    long minChunks();
}
