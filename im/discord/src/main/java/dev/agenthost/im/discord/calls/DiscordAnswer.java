package dev.agenthost.im.discord.calls;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.node.JsonNodeFactory;
import dev.agenthost.im.chat.calls.CallOutcome;
import dev.agenthost.im.chat.calls.QueryOutcome;
import dev.agenthost.im.chat.calls.RetryDelay;
import dev.agenthost.protocol.json.ProtocolCodec;
import dev.agenthost.protocol.json.UndecodableException;
import java.util.Set;
import org.jspecify.annotations.Nullable;

/**
 * Reads answers of the API (https://docs.discord.com/developers/topics/opcodes-and-status-codes#http, .../reference#error-messages).
 *
 * <pre>
 *  2xx                                accepted, with the id of the message
 *  429                                too many calls (https://docs.discord.com/developers/topics/rate-limits)
 *  40060                              accepted: the interaction has its response
 *  5xx, 2xx without JSON where there  unclear: it may have succeeded
 *  should be some
 *  any other status                   refused, with a code of this class
 * </pre>
 */
public final class DiscordAnswer {
    /** The header with the seconds to wait. */
    public static final String RETRY_AFTER = "Retry-After";

    /** The code of a token that is not accepted. */
    public static final int UNAUTHORIZED = 401;
    /** The code of a bot that may not act there. */
    public static final int FORBIDDEN = 403;
    /** The code of a message that does not exist. */
    public static final int NO_MESSAGE = 410;
    /** The code of a message or a file that is too large. */
    public static final int TOO_LONG = 413;
    /** The code of a message that cannot be replied to. */
    public static final int NO_REPLY = 424;
    /** The code of any other refusal. */
    public static final int REFUSED = 400;

    private static final int NO_CONTENT = 204;
    private static final int SUCCESS = 200;
    private static final int REDIRECTION = 300;
    private static final int TOO_MANY_REQUESTS = 429;
    private static final int SERVER_ERROR = 500;

    private static final int UNKNOWN_MESSAGE = 10008;
    private static final int ACKNOWLEDGED = 40060;
    private static final int ENTITY_TOO_LARGE = 40005;
    private static final int INVALID_FORM = 50035;
    private static final int REPLY_WITHOUT_HISTORY = 160002;

    /** Channel and server unknown, verification of the account, no access, no direct messages, no permission, archived thread. */
    private static final Set<Integer> NOT_PERMITTED =
            Set.of(10003, 10004, 40001, 40002, 40003, 50001, 50007, 50008, 50009, 50013, 50083, 160005);

    private static final String CONTENT_LENGTH = "content BASE_TYPE_MAX_LENGTH";
    private static final int LONGEST_WORDS = 500;

    private DiscordAnswer() {}

    /**
     * Classifies an answer.
     *
     * @param status of HTTP
     * @param retryAfter the value of {@link #RETRY_AFTER}; null for none
     */
    public static CallOutcome read(int status, byte[] body, @Nullable String retryAfter) {
        JsonNode answer = json(body);
        if (status == TOO_MANY_REQUESTS) {
            JsonNode delay = answer.path("retry_after");
            return new CallOutcome.RetryAfter(
                    delay.isNumber() ? RetryDelay.of(delay.doubleValue()) : RetryDelay.read(retryAfter));
        }
        if (status >= SERVER_ERROR || status < SUCCESS) {
            return new CallOutcome.Unclear("status " + status);
        }
        if (status < REDIRECTION) {
            return status == NO_CONTENT || answer.isObject()
                    ? new CallOutcome.Accepted(answer.path("id").textValue())
                    : new CallOutcome.Unclear("status " + status + ", and no JSON of the API");
        }
        int error = answer.path("code").asInt();
        return error == ACKNOWLEDGED
                ? new CallOutcome.NotModified()
                : new CallOutcome.Refused(code(status, error, answer), words(status, answer));
    }

    /** Classifies an answer to a call that only reads; the result is the answer itself. */
    public static QueryOutcome readResult(int status, byte[] body) {
        JsonNode answer = json(body);
        if (status == TOO_MANY_REQUESTS || status >= SERVER_ERROR) {
            return new QueryOutcome.Failed(status, words(status, answer));
        }
        if (status < SUCCESS || status >= REDIRECTION) {
            return new QueryOutcome.Refused(status, words(status, answer));
        }
        return answer.isContainerNode()
                ? new QueryOutcome.Answered(answer)
                : new QueryOutcome.NoAnswer("status " + status + ", and no JSON of the API");
    }

    private static int code(int status, int error, JsonNode answer) {
        if (status == UNAUTHORIZED) {
            return UNAUTHORIZED;
        }
        if (error == UNKNOWN_MESSAGE) {
            return NO_MESSAGE;
        }
        if (status == TOO_LONG || error == ENTITY_TOO_LARGE) {
            return TOO_LONG;
        }
        if (error == REPLY_WITHOUT_HISTORY) {
            return NO_REPLY;
        }
        if (error == INVALID_FORM) {
            String path = DiscordFormError.first(answer);
            return path.startsWith(CONTENT_LENGTH)
                    ? TOO_LONG
                    : path.startsWith("message_reference") ? NO_REPLY : REFUSED;
        }
        return status == FORBIDDEN || NOT_PERMITTED.contains(error) ? FORBIDDEN : REFUSED;
    }

    private static JsonNode json(byte[] body) {
        try {
            return ProtocolCodec.readTree(body);
        } catch (UndecodableException e) {
            return JsonNodeFactory.instance.missingNode();
        }
    }

    /** Returns code and words of the platform, and the first member that it refuses. */
    private static String words(int status, JsonNode answer) {
        String message = answer.path("message").asText();
        if (message.isEmpty()) {
            return "status " + status;
        }
        String code = answer.path("code").isInt() ? answer.path("code").asInt() + " " : "";
        String path = DiscordFormError.first(answer);
        String all = code + message + (path.isEmpty() ? "" : ": " + path);
        return all.length() > LONGEST_WORDS ? all.substring(0, LONGEST_WORDS) + "…" : all;
    }
}
