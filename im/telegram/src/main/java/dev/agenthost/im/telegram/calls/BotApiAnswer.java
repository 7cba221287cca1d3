package dev.agenthost.im.telegram.calls;

import com.fasterxml.jackson.databind.JsonNode;
import dev.agenthost.protocol.json.ProtocolCodec;
import dev.agenthost.protocol.json.UndecodableException;
import java.time.Duration;

/**
 * Reads answers of the Bot API: {@code ok}, {@code error_code}, {@code description} and {@code parameters}
 * (<a href="https://core.telegram.org/bots/api#making-requests">making requests</a>,
 * <a href="https://core.telegram.org/bots/api#responseparameters">ResponseParameters</a>).
 */
public final class BotApiAnswer {
    /** Telegram's words for an edit that changes nothing; they are known from its server, not from its documentation. */
    private static final String NOT_MODIFIED = "message is not modified";

    private static final int TOO_MANY_REQUESTS = 429;
    private static final Duration DEFAULT_DELAY = Duration.ofSeconds(1);

    private BotApiAnswer() {}

    /**
     * Classifies an answer.
     *
     * @param status of HTTP
     */
    public static CallOutcome read(int status, byte[] body) {
        JsonNode answer;
        try {
            answer = ProtocolCodec.readTree(body);
        } catch (UndecodableException e) {
            return status >= 400 && status < 500
                    ? new CallOutcome.Refused(status, "status " + status)
                    : new CallOutcome.Unclear("status " + status + ", and no JSON");
        }
        if (answer.path("ok").asBoolean()) {
            JsonNode id = answer.path("result").path("message_id");
            return new CallOutcome.Accepted(id.isIntegralNumber() ? id.longValue() : null);
        }
        return refused(answer.path("error_code").asInt(status), answer);
    }

    private static CallOutcome refused(int code, JsonNode answer) {
        JsonNode parameters = answer.path("parameters");
        String description = answer.path("description").asText("error " + code);
        JsonNode movedTo = parameters.path("migrate_to_chat_id");
        if (code == TOO_MANY_REQUESTS || parameters.path("retry_after").isIntegralNumber()) {
            long seconds = parameters.path("retry_after").asLong();
            return new CallOutcome.RetryAfter(seconds > 0 ? Duration.ofSeconds(seconds) : DEFAULT_DELAY);
        }
        if (movedTo.isIntegralNumber()) {
            return new CallOutcome.Moved(movedTo.longValue());
        }
        if (code >= 500 && answer.path("ok").isBoolean()) {
            return new CallOutcome.Failed(code, description);
        }
        if (code >= 500 || code < 400) {
            return new CallOutcome.Unclear(description);
        }
        return description.contains(NOT_MODIFIED)
                ? new CallOutcome.NotModified()
                : new CallOutcome.Refused(code, description);
    }
}
