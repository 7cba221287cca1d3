package dev.agenthost.platform.observability;

import java.time.Duration;

/** How long a consumer may be silent. */
public record ConsumerStallTimeout(Duration value) {}
