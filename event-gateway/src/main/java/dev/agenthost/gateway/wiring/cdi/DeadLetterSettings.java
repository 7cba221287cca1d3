package dev.agenthost.gateway.wiring.cdi;

import io.smallrye.config.ConfigMapping;
import io.smallrye.config.WithDefault;
import java.time.Duration;

/** {@code agenthost.dead-letters.*}: how long a request about dead letters works. */
@ConfigMapping(prefix = "agenthost.dead-letters")
interface DeadLetterSettings {

    /** Longest time for which one call to the broker waits before the request is answered with 503. */
    @WithDefault("4s")
    Duration brokerTimeout();

    /** Time after which a request reads no further block of records, and redrives no further slice. */
    @WithDefault("8s")
    Duration requestTimeout();
}
