package dev.agenthost.context.wiring.cdi;

import dev.agenthost.context.semanticsearch.knowledge.KnowledgeQuota;
import io.smallrye.config.ConfigMapping;
import io.smallrye.config.WithDefault;
import java.time.Duration;
import java.util.OptionalLong;

/** Settings of knowledge. */
@ConfigMapping(prefix = "agenthost.knowledge")
interface KnowledgeSettings {
    /** How many bytes of vectors a replica holds; an eighth of its heap when nothing is said. */
    OptionalLong cacheBytes();

    /** How long a replica may be silent about a document before another one indexes it: longer than reading or a batch may take. */
    @WithDefault("3m")
    Duration claimTerm();

    /** Of one workspace's documents, in bytes; 1 GiB. */
    @WithDefault("1073741824")
    long quotaBytes();

    /** Of one workspace's documents. */
    @WithDefault("500000")
    long maxChunks();

    default KnowledgeQuota quota() {
        return new KnowledgeQuota(quotaBytes(), maxChunks());
    }

    /** How often a replica looks for documents that wait. */
    @WithDefault("5s")
    Duration pollInterval();
}
