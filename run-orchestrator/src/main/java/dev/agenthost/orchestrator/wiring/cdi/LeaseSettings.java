package dev.agenthost.orchestrator.wiring.cdi;

import io.smallrye.config.ConfigMapping;
import io.smallrye.config.WithDefault;
import java.time.Duration;

/** {@code agenthost.lease}. */
@ConfigMapping(prefix = "agenthost.lease")
public interface LeaseSettings {
    /** How long a replica may be silent before its runs are another's; renewed every third of it. */
    @WithDefault("6s")
    Duration term();
}
