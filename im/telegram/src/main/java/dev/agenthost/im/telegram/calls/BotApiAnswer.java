package dev.agenthost.im.telegram.calls;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.node.ArrayNode;
import dev.agenthost.im.chat.calls.CallOutcome;
import dev.agenthost.im.chat.calls.QueryOutcome;
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
    private static final int CLIENT_ERROR = 400;
    private static final int SERVER_ERROR = 500;
    private static final int CONFLICT = 409;
    private static final int UNAUTHORIZED = 401;
    private static final int NOT_FOUND = 404;
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
            return new CallOutcome.Accepted(id.isIntegralNumber() ? id.asText() : null);
        }
        return refused(answer.path("error_code").asInt(status), answer);
    }

    /**
     * Classifies an answer to {@code getUpdates}.
     *
     * @param status of HTTP
     */
    public static UpdatesAnswer readUpdates(int status, byte[] body) {
        try {
            JsonNode answer = ProtocolCodec.readTree(body);
            if (answer.path("ok").asBoolean() && answer.path("result") instanceof ArrayNode updates) {
                return new UpdatesAnswer.Received(updates.valueStream().toList());
            }
        } catch (UndecodableException e) {
            return new UpdatesAnswer.Failed("status " + status + ", and no JSON");
        }
        return switch (read(status, body)) {
            case CallOutcome.RetryAfter(Duration delay) -> new UpdatesAnswer.RetryAfter(delay);
            case CallOutcome.Refused(int code, String description) ->
                switch (code) {
                    case CONFLICT -> new UpdatesAnswer.Conflict(description);
                    case UNAUTHORIZED, NOT_FOUND -> new UpdatesAnswer.Unauthorized(description);
                    default -> new UpdatesAnswer.Failed(code + " " + description);
                };
            case CallOutcome.Failed(int code, String description) -> new UpdatesAnswer.Failed(code + " " + description);
            case CallOutcome.Unclear(String why) -> new UpdatesAnswer.Failed(why);
            case CallOutcome.NotSent(String why, boolean mayRepeat) -> new UpdatesAnswer.Failed(why);
            case CallOutcome.Accepted accepted -> new UpdatesAnswer.Failed("the result is no array");
            case CallOutcome.NotModified notModified -> new UpdatesAnswer.Failed("the result is no array");
            case CallOutcome.Moved moved -> new UpdatesAnswer.Failed("the result is no array");
        };
    }

    /**
     * Classifies an answer to a method that only reads, for instance {@code getMe}.
     *
     * @param status of HTTP
     */
    public static QueryOutcome readResult(int status, byte[] body) {
        JsonNode answer;
        try {
            answer = ProtocolCodec.readTree(body);
        } catch (UndecodableException e) {
            return status >= SERVER_ERROR
                    ? new QueryOutcome.Failed(status, "status " + status)
                    : new QueryOutcome.NoAnswer("status " + status + ", and no JSON");
        }
        if (answer.path("ok").asBoolean() && answer.path("result").isObject()) {
            return new QueryOutcome.Answered(answer.path("result"));
        }
        int code = answer.path("error_code").asInt(status);
        String description = answer.path("description").asText("error " + code);
        if (code == TOO_MANY_REQUESTS || code >= SERVER_ERROR) {
            return new QueryOutcome.Failed(code, description);
        }
        return code >= CLIENT_ERROR
                ? new QueryOutcome.Refused(code, description)
                : new QueryOutcome.NoAnswer("status " + status + ", and no result");
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
