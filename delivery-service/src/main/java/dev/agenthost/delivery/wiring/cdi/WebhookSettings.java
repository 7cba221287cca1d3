package dev.agenthost.delivery.wiring.cdi;

import io.smallrye.config.ConfigMapping;
import io.smallrye.config.WithDefault;
import java.time.Duration;

/** {@code agenthost.webhook.*}: what the webhook surface may do and how patient it is. */
@ConfigMapping(prefix = "agenthost.webhook")
public interface WebhookSettings {

    /** Whether receivers may be on this machine or in a private network. */
    @WithDefault("false")
    boolean allowPrivate();

    /** How long a claim on a send lasts. */
    @WithDefault("30s")
    Duration claimTerm();

    /** For one call. */
    @WithDefault("10s")
    Duration timeout();

    /** Before the first repetition. */
    @WithDefault("1s")
    Duration initialDelay();

    /** Between two calls. */
    @WithDefault("5m")
    Duration maxDelay();

    /** After which a part is given up. */
    @WithDefault("24h")
    Duration maxAge();

    /** Calls at once. */
    @WithDefault("256")
    int concurrency();

    /** Calls at once to one scheme, host and port. */
    @WithDefault("16")
    int endpointConcurrency();
}
