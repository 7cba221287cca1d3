package dev.agenthost.gateway.wiring.cdi;

import io.smallrye.config.ConfigMapping;
import io.smallrye.config.WithDefault;
import java.time.Duration;

/** {@code agenthost.gateway.*}. */
@ConfigMapping(prefix = "agenthost.gateway")
interface GatewaySettings {

    /** Longest time for which a caller waits for Kafka before the answer asks for a retry. */
    @WithDefault("4S")
    Duration publishTimeout();

    /** Time after the 202 within which the stream may be opened. */
    @WithDefault("1H")
    Duration streamTokenTtl();
}
