package dev.agenthost.orchestrator.wiring.cdi;

import dev.agenthost.orchestrator.runtime.RuntimeTiming;
import io.smallrye.config.ConfigMapping;
import io.smallrye.config.WithDefault;
import java.time.Duration;

/** The intervals of the requests to every runtime; the defaults are {@link RuntimeTiming#USUAL}. */
@ConfigMapping(prefix = "agenthost.runtime")
public interface RuntimeTimingSettings {
    /** The time from the socket's opening to the end of the start-up. */
    @WithDefault("60s")
    Duration startupTimeout();

    @WithDefault("20s")
    Duration pingInterval();

    /** The pause after a change until the next request for the list of runners. */
    @WithDefault("250ms")
    Duration minRefreshInterval();

    /** The longest pause between two such requests. */
    @WithDefault("30s")
    Duration maxRefreshInterval();

    /** The first pause before dialling again. */
    @WithDefault("1s")
    Duration reconnectDelay();

    @WithDefault("60s")
    Duration maxReconnectDelay();

    default RuntimeTiming pace() {
        return new RuntimeTiming(
                startupTimeout(),
                pingInterval(),
                minRefreshInterval(),
                maxRefreshInterval(),
                reconnectDelay(),
                maxReconnectDelay());
    }
}
