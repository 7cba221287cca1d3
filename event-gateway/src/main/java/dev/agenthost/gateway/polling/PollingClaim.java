package dev.agenthost.gateway.polling;

import dev.agenthost.platform.lease.Incarnation;
import java.util.Objects;

/**
 * The right of one replica to poll a bot, as long as its lease is current.
 *
 * @param epoch higher than that of every earlier claim of the bot
 */
public record PollingClaim(String botId, Incarnation holder, long epoch) {
    public PollingClaim {
        Objects.requireNonNull(botId);
        Objects.requireNonNull(holder);
    }
}
