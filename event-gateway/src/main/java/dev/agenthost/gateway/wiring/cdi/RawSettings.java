package dev.agenthost.gateway.wiring.cdi;

import io.smallrye.config.ConfigMapping;
import io.smallrye.config.WithDefault;
import java.time.Duration;

/** {@code agenthost.raw-payloads.*}: how long an event waits until the payload that it came with is kept; then the event continues without it. */
@ConfigMapping(prefix = "agenthost.raw-payloads")
interface RawSettings {
    /** Of one that came by HTTP: its caller waits for the 202. */
    @WithDefault("50ms")
    Duration timeout();

    /** Of those of a batch of adapters' records, together. */
    @WithDefault("500ms")
    Duration batchTimeout();
}
