package dev.agenthost.watch.consumer;

import java.time.Duration;

/** How long a consumer may be silent. */
public record ConsumerPatience(Duration value) {}
