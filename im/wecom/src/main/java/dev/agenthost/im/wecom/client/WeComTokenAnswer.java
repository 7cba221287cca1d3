package dev.agenthost.im.wecom.client;

import com.fasterxml.jackson.databind.JsonNode;
import dev.agenthost.im.chat.calls.QueryOutcome;
import dev.agenthost.im.chat.text.TextShortener;
import dev.agenthost.protocol.json.ProtocolCodec;
import dev.agenthost.protocol.json.UndecodableException;
import java.time.Duration;
import java.util.Optional;

/**
 * A token as the platform answers it: {@code access_token} and {@code expires_in} in seconds. An error has the status 200, too, and another
 * {@code errcode} than 0.
 */
record WeComTokenAnswer(String value, Duration validFor) {
    private static final int TOO_MANY_REQUESTS = 429;
    private static final int CLIENT_ERROR = 400;
    private static final int SERVER_ERROR = 500;
    private static final int LONGEST_WORDS = 200;

    /** The system is busy (https://developer.work.weixin.qq.com/document/path/90313). */
    private static final int BUSY = -1;
    /** Too many calls of an API. */
    private static final int RATE_LIMIT = 45009;
    /** Too many calls at once. */
    private static final int CONCURRENCY_LIMIT = 45033;

    /** Classifies an answer; a successful one is not checked for its token. */
    static QueryOutcome classify(int status, byte[] body) {
        if (status >= CLIENT_ERROR) {
            return unsuccessful(status, "status " + status);
        }
        JsonNode answer;
        try {
            answer = ProtocolCodec.readTree(body);
        } catch (UndecodableException e) {
            return new QueryOutcome.NoAnswer("the answer is no JSON");
        }
        int code = answer.path("errcode").asInt();
        return switch (code) {
            case 0 -> new QueryOutcome.Answered(answer);
            case BUSY -> unsuccessful(SERVER_ERROR, words(answer));
            case RATE_LIMIT, CONCURRENCY_LIMIT -> unsuccessful(TOO_MANY_REQUESTS, words(answer));
            default -> new QueryOutcome.Refused(code, words(answer));
        };
    }

    private static String words(JsonNode answer) {
        return TextShortener.shorten(
                answer.path("errcode").asInt() + " " + answer.path("errmsg").asText(), LONGEST_WORDS);
    }

    private static QueryOutcome unsuccessful(int status, String words) {
        return status >= SERVER_ERROR || status == TOO_MANY_REQUESTS
                ? new QueryOutcome.Failed(status, words)
                : new QueryOutcome.Refused(status, words);
    }

    /** Reads the token; empty for an answer without one. */
    static Optional<WeComTokenAnswer> read(QueryOutcome outcome) {
        if (!(outcome instanceof QueryOutcome.Answered(JsonNode answer))) {
            return Optional.empty();
        }
        String value = answer.path("access_token").asText();
        int seconds = answer.path("expires_in").asInt();
        return value.matches("[\\x21-\\x7e]{1,4096}") && seconds > 0
                ? Optional.of(new WeComTokenAnswer(value, Duration.ofSeconds(seconds)))
                : Optional.empty();
    }
}
