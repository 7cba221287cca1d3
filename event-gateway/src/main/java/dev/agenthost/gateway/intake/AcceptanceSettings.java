package dev.agenthost.gateway.intake;

import java.time.Duration;

/**
 * The settings of acceptance.
 *
 * @param patience longest time for which a caller waits for Kafka before the answer asks for a retry
 * @param streamTokenValidFor time after the 202 within which its stream may be opened, at most {@link #LONGEST_VALID}:
 *     a token cannot be revoked earlier
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
