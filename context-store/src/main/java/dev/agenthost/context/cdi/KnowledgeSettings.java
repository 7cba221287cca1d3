package dev.agenthost.context.cdi;

import io.smallrye.config.ConfigMapping;
import io.smallrye.config.WithDefault;
import java.time.Duration;
import java.util.OptionalLong;

/** Settings of knowledge. */
@ConfigMapping(prefix = "agenthost.knowledge")
interface KnowledgeSettings {
    /** How many bytes of vectors a replica holds; an eighth of its heap when nothing is said. */
    OptionalLong cacheBytes();

    /** How long a replica may be silent about a document before another one indexes it. */
    @WithDefault("2m")
    Duration claim();

    /** How often a replica looks for documents that wait. */
    @WithDefault("5s")
    Duration every();
}
