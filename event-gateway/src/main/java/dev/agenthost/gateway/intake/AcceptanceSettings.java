package dev.agenthost.gateway.intake;

import java.time.Duration;

/**
 * How events are accepted.
 *
 * @param patience how long a caller waits for Kafka before it is told to come again
 * @param streamTokenValidFor how long after the 202 its stream may be opened, at most {@link #LONGEST_VALID}: nothing takes a token
 *     back before
 */
public record AcceptanceSettings(Duration patience, Duration streamTokenValidFor) {
    public static final Duration LONGEST_VALID = Duration.ofDays(1);

    public AcceptanceSettings {
        if (!streamTokenValidFor.isPositive() || streamTokenValidFor.compareTo(LONGEST_VALID) > 0) {
            throw new IllegalArgumentException("agenthost.gateway.stream-token-ttl is " + streamTokenValidFor
                    + ", which is not above 0 and at most " + LONGEST_VALID);
        }
    }
}
