package dev.agenthost.gateway.wiring.cdi;

import io.smallrye.config.ConfigMapping;
import io.smallrye.config.WithDefault;
import java.net.URI;
import java.time.Duration;
import java.util.Optional;

/** {@code agenthost.gateway.*}. */
@ConfigMapping(prefix = "agenthost.gateway")
interface GatewaySettings {

    /** Longest time for which a caller waits for Kafka before the answer asks for a retry. */
    @WithDefault("4S")
    Duration publishTimeout();

    /** Time after the 202 within which the stream may be opened. */
    @WithDefault("1H")
    Duration streamTokenTtl();

    /** Address of this replica for other ones, which pass calls over connections of bots on to it. */
    Optional<URI> replicaUrl();
}
