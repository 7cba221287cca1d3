package dev.agenthost.delivery.wiring.cdi;

import io.smallrye.config.ConfigMapping;
import io.smallrye.config.WithDefault;
import java.time.Duration;

/** {@code agenthost.webhook.*}: claims and retries of every send, to webhooks and to adapters; permissions, timeout and concurrency of webhooks. */
@ConfigMapping(prefix = "agenthost.webhook")
public interface WebhookSettings {

    /** True if receivers may be on this machine or in a private network. */
    @WithDefault("false")
    boolean allowPrivate();

    /** Time for which a claim on a send lasts. */
    @WithDefault("30s")
    Duration claimTerm();

    /** Timeout of one call. */
    @WithDefault("10s")
    Duration timeout();

    /** Delay before the first repetition. */
    @WithDefault("1s")
    Duration initialDelay();

    /** Longest delay between two calls. */
    @WithDefault("5m")
    Duration maxDelay();

    /** Age after which delivery of a part ends. */
    @WithDefault("24h")
    Duration maxAge();

    /** Most concurrent calls. */
    @WithDefault("256")
    int concurrency();

    /** Most concurrent calls to one scheme, host and port. */
    @WithDefault("16")
    int endpointConcurrency();
}
