package dev.agenthost.gateway.wiring.cdi;

import io.smallrye.config.ConfigMapping;
import io.smallrye.config.WithDefault;
import java.time.Duration;

/** {@code agenthost.gateway.*}. */
@ConfigMapping(prefix = "agenthost.gateway")
interface GatewaySettings {

    /** How long a caller waits for Kafka before it is told to come again. */
    @WithDefault("4S")
    Duration publishTimeout();

    /** How long after the 202 its stream may be opened. */
    @WithDefault("1H")
    Duration streamTokenTtl();
}
