package dev.agenthost.im.slack.connection;

import com.fasterxml.jackson.databind.JsonNode;
import dev.agenthost.im.chat.calls.CallOutcome;
import dev.agenthost.im.chat.connection.AddressAnswer;
import dev.agenthost.im.chat.connection.ConnectionTimes;
import dev.agenthost.im.slack.calls.SlackAnswer;
import dev.agenthost.protocol.json.ProtocolCodec;
import dev.agenthost.protocol.json.UndecodableException;
import java.time.Duration;
import org.jspecify.annotations.Nullable;

/**
 * Reads the answer of {@code apps.connections.open} (https://docs.slack.dev/reference/methods/apps.connections.open), and that to the
 * upgrade at its address.
 *
 * <pre>
 *  ok with a url                            the address, for one connection
 *  429, ratelimited                         limited, for Retry-After
 *  5xx, temporary errors, no JSON           failed
 *  invalid_auth, not_allowed_token_type,
 *  any other error                          refused
 * </pre>
 */
public final class SlackConnectionAnswer {
    /** The method. */
    public static final String METHOD = "apps.connections.open";

    /** The platform sends no times; these are the choice of the host. */
    public static final ConnectionTimes TIMES =
            new ConnectionTimes(Duration.ofSeconds(120), Duration.ofSeconds(2), Duration.ofSeconds(30));

    private SlackConnectionAnswer() {}

    /** @param retryAfter the value of {@link SlackAnswer#RETRY_AFTER}; null for none */
    public static AddressAnswer read(int status, byte[] body, @Nullable String retryAfter) {
        return switch (SlackAnswer.read(status, body, retryAfter)) {
            case CallOutcome.Accepted accepted -> address(body);
            case CallOutcome.NotModified unchanged -> new AddressAnswer.Failed("no address");
            case CallOutcome.RetryAfter(Duration delay) -> new AddressAnswer.Limited("429", delay);
            case CallOutcome.Refused(int code, String why) -> new AddressAnswer.Refused(why);
            case CallOutcome.Failed(int code, String why) -> new AddressAnswer.Failed(why);
            case CallOutcome.Unclear(String why) -> new AddressAnswer.Failed(why);
            case CallOutcome.NotSent(String why, boolean mayRepeat) -> new AddressAnswer.Failed(why);
            case CallOutcome.Moved moved -> new AddressAnswer.Failed("no address");
        };
    }

    /** An address admits one connection; a refused upgrade is made again with another address. */
    public static AddressAnswer.Problem ofUpgrade(int status) {
        return new AddressAnswer.Failed("status " + status + " at the address of the connection");
    }

    private static AddressAnswer address(byte[] body) {
        try {
            JsonNode url = ProtocolCodec.readTree(body).path("url");
            return url.isTextual()
                    ? new AddressAnswer.Address(url.textValue(), TIMES)
                    : new AddressAnswer.Failed("no address");
        } catch (UndecodableException e) {
            return new AddressAnswer.Failed("no address");
        }
    }
}
