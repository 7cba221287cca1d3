package dev.agenthost.context.wiring.cdi;

import dev.agenthost.context.semanticsearch.knowledge.KnowledgeQuota;
import io.smallrye.config.ConfigMapping;
import io.smallrye.config.WithDefault;
import java.time.Duration;
import java.util.OptionalLong;

/** Settings of knowledge. */
@ConfigMapping(prefix = "agenthost.knowledge")
interface KnowledgeSettings {
    /** Bytes of vectors that a replica caches; default: an eighth of its heap. */
    OptionalLong cacheBytes();

    /**
     * Lifetime of a replica's claim to a document without extension, after which another replica indexes it: longer than reading or a
     * batch may take.
     */
    @WithDefault("3m")
    Duration claimTerm();

    /** Bytes of one workspace's documents; 1 GiB. */
    @WithDefault("1073741824")
    long quotaBytes();

    /** Chunks of one workspace's documents. */
    @WithDefault("500000")
    long maxChunks();

    default KnowledgeQuota quota() {
        return new KnowledgeQuota(quotaBytes(), maxChunks());
    }

    /** Interval at which a replica looks for waiting documents. */
    @WithDefault("5s")
    Duration pollInterval();
}
