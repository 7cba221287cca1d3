package dev.agenthost.im.discord.gateway;

import com.fasterxml.jackson.databind.JsonNode;
import dev.agenthost.im.chat.calls.QueryOutcome;
import dev.agenthost.im.chat.connection.AddressAnswer;
import dev.agenthost.im.chat.connection.ConnectionTimes;
import dev.agenthost.im.discord.calls.DiscordAnswer;
import java.time.Duration;

/**
 * Reads the answer of {@code GET /gateway/bot} (https://docs.discord.com/developers/events/gateway#get-gateway-bot).
 *
 * <pre>
 *  a url, and starts of sessions are left   the address
 *  no start is left                         limited, until the limit is reset
 *  401                                      refused
 *  any other error, no answer, no address   failed
 * </pre>
 *
 * A proxy or a fault of the platform may answer any other code, so only the refused token is a refusal.
 */
public final class DiscordGatewayAnswer {
    /** The path. */
    public static final String PATH = "/gateway/bot";

    /** The platform sends no times but that of heartbeats; these are the choice of the host. */
    public static final ConnectionTimes TIMES =
            new ConnectionTimes(Duration.ofSeconds(120), Duration.ofSeconds(2), Duration.ofSeconds(30));

    private static final Duration LONGEST_RESET = Duration.ofHours(24);

    private DiscordGatewayAnswer() {}

    /** @param answer classified as each one that reads */
    public static AddressAnswer read(QueryOutcome answer) {
        return switch (answer) {
            case QueryOutcome.Answered(JsonNode result) -> address(result);
            case QueryOutcome.Refused(int code, String why)
            when code == DiscordAnswer.UNAUTHORIZED -> new AddressAnswer.Refused(code + " " + why);
            case QueryOutcome.Refused(int code, String why) -> new AddressAnswer.Failed(code + " " + why);
            case QueryOutcome.Failed(int code, String why) -> new AddressAnswer.Failed(code + " " + why);
            case QueryOutcome.NoAnswer(String why) -> new AddressAnswer.Failed(why);
            case QueryOutcome.Forbidden(String why) -> new AddressAnswer.Failed(why + ": agenthost.egress.allow");
        };
    }

    /** A session start takes one of a day's starts; with too many the token is reset, so none is made without one left. */
    private static AddressAnswer address(JsonNode result) {
        String url = result.path("url").asText();
        JsonNode limit = result.path("session_start_limit");
        if (!DiscordSession.isAddress(url)) {
            return new AddressAnswer.Failed("no address");
        }
        if (limit.path("remaining").isIntegralNumber()
                && limit.path("remaining").asLong() <= 0) {
            long millis = Math.clamp(limit.path("reset_after").asLong(), 1_000, LONGEST_RESET.toMillis());
            return new AddressAnswer.Limited("no start of a session is left", Duration.ofMillis(millis));
        }
        return new AddressAnswer.Address(DiscordSession.versioned(url), TIMES);
    }
}
