package dev.agenthost.im.line.calls;

import dev.agenthost.im.chat.calls.CallOutcome;
import dev.agenthost.im.chat.calls.QueryOutcome;
import dev.agenthost.im.chat.calls.RetryDelay;
import java.time.Duration;
import java.util.function.Function;
import org.jspecify.annotations.Nullable;

/**
 * Reads answers of the API (https://developers.line.biz/en/reference/messaging-api/#status-codes,
 * https://developers.line.biz/en/docs/messaging-api/retrying-api-request/).
 *
 * <pre>
 *  200 with sentMessages              accepted
 *  409 with the accepted request      accepted before, under the same key
 *  429, the limit of the month        refused: it stays until the month or the plan changes
 *  429                                too many calls
 *  400, the receiver is not there     refused, as if forbidden
 *  3xx, 5xx, no answer of the API     unclear: LINE may have sent the messages
 *  any other status                   refused
 * </pre>
 */
public final class LineAnswer {
    /** The code of a chat that the bot cannot write to. */
    public static final int FORBIDDEN = 403;
    /** The code of a push that is not accepted. */
    public static final int REFUSED = 400;
    /** The code of a body that is too large. */
    public static final int TOO_LARGE = 413;
    /** The code of a kind of content that is not accepted. */
    public static final int UNSUITABLE = 415;

    private static final int SUCCESS = 200;
    private static final int REDIRECTION = 300;
    private static final int CONFLICT = 409;
    private static final int TOO_MANY_REQUESTS = 429;
    private static final int SERVER_ERROR = 500;
    /** The words of https://developers.line.biz/en/reference/messaging-api/#error-messages. */
    private static final String MONTHLY_LIMIT = "You have reached your monthly limit";
    /** The words for an id that is not there, or a group without the bot. */
    private static final String NO_RECEIVER = "Failed to send messages";
    /** The words for an id that is none (assumed). */
    private static final String NO_ID = "The property, 'to',";
    /** LINE names no time (assumed). */
    private static final Duration RATE = Duration.ofSeconds(5);

    private LineAnswer() {}

    /** Classifies an answer to a push. @param header returns the value of a header; null for none */
    public static CallOutcome read(int status, byte[] body, Function<String, @Nullable String> header) {
        LineResponse response = LineResponse.of(status, body, header);
        if (status == SUCCESS || status == CONFLICT) {
            return accepted(response);
        }
        if (status < REFUSED || status >= SERVER_ERROR) {
            return new CallOutcome.Unclear(response.words());
        }
        String message = response.answer().path("message").asText();
        if (status == TOO_MANY_REQUESTS && !message.startsWith(MONTHLY_LIMIT)) {
            return new CallOutcome.RetryAfter(
                    response.retryAfter() == null ? RATE : RetryDelay.read(response.retryAfter()));
        }
        boolean hasNoReceiver = status == REFUSED && (message.startsWith(NO_RECEIVER) || message.startsWith(NO_ID));
        return new CallOutcome.Refused(hasNoReceiver ? FORBIDDEN : status, response.words());
    }

    /** The answer to a repetition has the messages of the request that was accepted, but not always. */
    private static CallOutcome accepted(LineResponse response) {
        String id = response.answer().at("/sentMessages/0/id").asText();
        if (!id.isEmpty()) {
            return new CallOutcome.Accepted(id);
        }
        return response.status() == CONFLICT && !response.acceptedRequestId().isEmpty()
                ? new CallOutcome.Accepted(null)
                : new CallOutcome.Unclear("the answer has no sentMessages: " + response.words());
    }

    /** Classifies an answer to a request that sends no message. @param header returns the value of a header; null for none */
    public static QueryOutcome readQuery(int status, byte[] body, Function<String, @Nullable String> header) {
        LineResponse response = LineResponse.of(status, body, header);
        if (status == TOO_MANY_REQUESTS || status >= SERVER_ERROR) {
            return new QueryOutcome.Failed(status, response.words());
        }
        if (status >= REFUSED) {
            return new QueryOutcome.Refused(status, response.words());
        }
        return status < REDIRECTION && response.answer().isObject()
                ? new QueryOutcome.Answered(response.answer())
                : new QueryOutcome.NoAnswer("status " + status + ", and no answer of the API");
    }
}
