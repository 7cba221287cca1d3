package dev.agenthost.im.dingtalk.client;

import com.fasterxml.jackson.databind.JsonNode;
import dev.agenthost.im.chat.calls.QueryOutcome;
import dev.agenthost.im.chat.text.TextShortener;
import dev.agenthost.protocol.json.ProtocolCodec;
import dev.agenthost.protocol.json.UndecodableException;
import java.time.Duration;
import java.util.Optional;

/** A token as the platform answers it: {@code accessToken} and {@code expireIn} in seconds; an error has {@code code} and {@code message}. */
record DingTalkTokenAnswer(String value, Duration validFor) {
    private static final int TOO_MANY_REQUESTS = 429;
    private static final int CLIENT_ERROR = 400;
    private static final int SERVER_ERROR = 500;
    private static final int LONGEST_WORDS = 200;
    /** The prefix of the codes of too many calls (https://open.dingtalk.com/document/development/how-to-process-api-throttling-on-the-dingtalk-server). */
    private static final String TOO_MANY = "Forbidden.AccessDenied.QpsLimit";

    /** Classifies an answer; a successful one is not checked for its token. */
    static QueryOutcome classify(int status, byte[] body) {
        JsonNode answer;
        try {
            answer = ProtocolCodec.readTree(body);
        } catch (UndecodableException e) {
            return unsuccessful(status, "status " + status);
        }
        return status < CLIENT_ERROR
                ? new QueryOutcome.Answered(answer)
                : unsuccessful(
                        answer.path("code").asText().startsWith(TOO_MANY) ? TOO_MANY_REQUESTS : status,
                        TextShortener.shorten(
                                answer.path("code").asText() + " "
                                        + answer.path("message").asText(),
                                LONGEST_WORDS));
    }

    private static QueryOutcome unsuccessful(int status, String words) {
        if (status < CLIENT_ERROR) {
            return new QueryOutcome.NoAnswer("the answer is no JSON");
        }
        return status >= SERVER_ERROR || status == TOO_MANY_REQUESTS
                ? new QueryOutcome.Failed(status, words)
                : new QueryOutcome.Refused(status, words);
    }

    /** Reads the token; empty for an answer without one. */
    static Optional<DingTalkTokenAnswer> read(QueryOutcome outcome) {
        if (!(outcome instanceof QueryOutcome.Answered(JsonNode answer))) {
            return Optional.empty();
        }
        String value = answer.path("accessToken").asText();
        int seconds = answer.path("expireIn").asInt();
        // A header cannot carry another text.
        return value.matches("[\\x21-\\x7e]{1,4096}") && seconds > 0
                ? Optional.of(new DingTalkTokenAnswer(value, Duration.ofSeconds(seconds)))
                : Optional.empty();
    }
}
