package dev.agenthost.im.lark.connection;

import com.fasterxml.jackson.databind.JsonNode;
import dev.agenthost.protocol.json.ProtocolCodec;
import dev.agenthost.protocol.json.UndecodableException;
import java.time.Duration;
import java.util.Optional;

/**
 * The times of a connection, which the platform sends with its address and with pongs as {@code ClientConfig}. A value that is missing or
 * far from those of the SDK is replaced by the nearest bound.
 *
 * @param reconnectInterval longest time between two attempts
 * @param reconnectSpread the first attempt after the end of a connection is made at random within this time, so that not all apps connect
 *     at once ({@code ReconnectNonce})
 * @param pingInterval between two pings
 */
public record LarkConnectionConfig(Duration reconnectInterval, Duration reconnectSpread, Duration pingInterval) {
    /** The values of the SDK while the platform has sent none. */
    public static final LarkConnectionConfig DEFAULT =
            new LarkConnectionConfig(Duration.ofSeconds(120), Duration.ofSeconds(30), Duration.ofSeconds(120));

    private static final int LONGEST_INTERVAL = 600;
    private static final int LONGEST_SPREAD = 120;

    /** Returns the values of a {@code ClientConfig}, and these ones for those that it has not. */
    public LarkConnectionConfig with(JsonNode config) {
        return new LarkConnectionConfig(
                seconds(config, "ReconnectInterval", 1, LONGEST_INTERVAL, reconnectInterval),
                seconds(config, "ReconnectNonce", 0, LONGEST_SPREAD, reconnectSpread),
                seconds(config, "PingInterval", 1, LONGEST_INTERVAL, pingInterval));
    }

    /** Returns the values in the payload of a pong; empty if it has none. */
    public Optional<LarkConnectionConfig> withPong(LarkFrame pong) {
        byte[] payload = pong.payload();
        if (payload == null || payload.length == 0) {
            return Optional.empty();
        }
        try {
            return Optional.of(with(ProtocolCodec.readTree(payload)));
        } catch (UndecodableException e) {
            return Optional.empty();
        }
    }

    private static Duration seconds(JsonNode config, String name, int least, int most, Duration otherwise) {
        JsonNode value = config.path(name);
        return value.isIntegralNumber()
                ? Duration.ofSeconds(Math.clamp(value.canConvertToLong() ? value.longValue() : most, least, most))
                : otherwise;
    }
}
