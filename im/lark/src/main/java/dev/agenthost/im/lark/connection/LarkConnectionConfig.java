package dev.agenthost.im.lark.connection;

import com.fasterxml.jackson.databind.JsonNode;
import dev.agenthost.im.chat.connection.ConnectionTimes;
import dev.agenthost.protocol.json.ProtocolCodec;
import dev.agenthost.protocol.json.UndecodableException;
import java.time.Duration;
import java.util.Optional;

/**
 * Reads the times of a connection, which the platform sends with its address and with pongs as {@code ClientConfig}. A value that is missing
 * or far from those of the SDK is replaced by the nearest bound. {@code ReconnectCount}, after which the SDK stops, is not obeyed.
 */
public final class LarkConnectionConfig {
    /** The values of the SDK while the platform has sent none; {@code ReconnectNonce} is the spread. */
    public static final ConnectionTimes DEFAULT =
            new ConnectionTimes(Duration.ofSeconds(120), Duration.ofSeconds(30), Duration.ofSeconds(120));

    private static final int LONGEST_INTERVAL = 600;
    private static final int LONGEST_SPREAD = 120;

    private LarkConnectionConfig() {}

    /** Returns the values of a {@code ClientConfig}, and the others for those that it has not. */
    public static ConnectionTimes read(JsonNode config, ConnectionTimes others) {
        return new ConnectionTimes(
                seconds(config, "ReconnectInterval", 1, LONGEST_INTERVAL, others.reconnectInterval()),
                seconds(config, "ReconnectNonce", 0, LONGEST_SPREAD, others.reconnectSpread()),
                seconds(config, "PingInterval", 1, LONGEST_INTERVAL, others.pingInterval()));
    }

    /** Returns the values in the payload of a pong; empty if it has none. */
    public static Optional<ConnectionTimes> ofPong(LarkFrame pong, ConnectionTimes others) {
        byte[] payload = pong.payload();
        if (payload == null || payload.length == 0) {
            return Optional.empty();
        }
        try {
            return Optional.of(read(ProtocolCodec.readTree(payload), others));
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
