package dev.agenthost.im.lark.client;

import com.fasterxml.jackson.databind.JsonNode;
import dev.agenthost.im.chat.calls.QueryOutcome;
import dev.agenthost.protocol.json.ProtocolCodec;
import dev.agenthost.protocol.json.UndecodableException;
import java.time.Duration;
import java.util.Optional;

/** A token as the platform answers it: {@code tenant_access_token} and {@code expire} in seconds, beside {@code code} 0. */
record TenantTokenAnswer(String value, Duration validFor) {
    private static final int TOO_MANY_REQUESTS = 429;
    private static final int CLIENT_ERROR = 400;
    private static final int SERVER_ERROR = 500;
    private static final int LONGEST_WORDS = 200;

    /** Classifies an answer; a successful one is not checked for its token. */
    static QueryOutcome classify(int status, byte[] body) {
        boolean mayRepeat = status >= SERVER_ERROR || status == TOO_MANY_REQUESTS;
        JsonNode answer;
        try {
            answer = ProtocolCodec.readTree(body);
        } catch (UndecodableException e) {
            return mayRepeat
                    ? new QueryOutcome.Failed(status, "status " + status)
                    : status >= CLIENT_ERROR
                            ? new QueryOutcome.Refused(status, "status " + status)
                            : new QueryOutcome.NoAnswer("the answer is no JSON");
        }
        if (!answer.path("code").canConvertToInt()) {
            return new QueryOutcome.NoAnswer("the answer has no code");
        }
        int code = answer.path("code").intValue();
        String words = answer.path("msg").asText();
        String description = words.length() <= LONGEST_WORDS ? words : words.substring(0, LONGEST_WORDS);
        return code == 0
                ? new QueryOutcome.Answered(answer)
                : mayRepeat ? new QueryOutcome.Failed(code, description) : new QueryOutcome.Refused(code, description);
    }

    /** Reads the token; empty for an answer without one. */
    static Optional<TenantTokenAnswer> read(QueryOutcome outcome) {
        if (!(outcome instanceof QueryOutcome.Answered(JsonNode answer))) {
            return Optional.empty();
        }
        String value = answer.path("tenant_access_token").asText();
        int seconds = answer.path("expire").asInt();
        // A header cannot carry another text.
        return value.matches("[\\x21-\\x7e]{1,4096}") && seconds > 0
                ? Optional.of(new TenantTokenAnswer(value, Duration.ofSeconds(seconds)))
                : Optional.empty();
    }
}
