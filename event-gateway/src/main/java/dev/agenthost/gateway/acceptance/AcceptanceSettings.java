package dev.agenthost.gateway.acceptance;

import java.time.Duration;

/**
 * How events are accepted.
 *
 * @param patience how long a caller waits for Kafka before it is told to come again
 * @param streamTokenValidFor how long after the 202 its stream may be opened
 */
public record AcceptanceSettings(Duration patience, Duration streamTokenValidFor) {}
