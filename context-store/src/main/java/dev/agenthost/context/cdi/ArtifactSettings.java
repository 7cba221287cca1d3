package dev.agenthost.context.cdi;

import io.smallrye.config.ConfigMapping;
import io.smallrye.config.WithDefault;
import java.time.Duration;

/** Settings of artifacts. */
@ConfigMapping(prefix = "agenthost.artifacts")
interface ArtifactSettings {
    /** How long one is kept. */
    @WithDefault("30d")
    Duration ttl();
}
