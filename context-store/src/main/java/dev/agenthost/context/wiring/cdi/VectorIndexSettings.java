package dev.agenthost.context.wiring.cdi;

import io.smallrye.config.ConfigMapping;
import io.smallrye.config.WithDefault;

/** Of the index of vectors that is made where the database has pgvector. */
@ConfigMapping(prefix = "agenthost.knowledge.vector-index")
interface VectorIndexSettings {
    /** {@code false}: every vector is looked at, and nothing is made. */
    @WithDefault("true")
    boolean enabled();

    /** Where fewer chunks are searched, every vector is looked at. */
    @WithDefault("10000")
    long minChunks();
}
