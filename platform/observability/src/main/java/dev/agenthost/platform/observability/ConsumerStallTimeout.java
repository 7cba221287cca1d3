package dev.agenthost.platform.observability;

import java.time.Duration;

/** The time for which a consumer may make no progress. */
public record ConsumerStallTimeout(Duration value) {}
