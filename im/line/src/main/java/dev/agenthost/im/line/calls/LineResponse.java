package dev.agenthost.im.line.calls;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.node.JsonNodeFactory;
import dev.agenthost.im.chat.text.TextShortener;
import dev.agenthost.protocol.json.ProtocolCodec;
import dev.agenthost.protocol.json.UndecodableException;
import java.util.ArrayList;
import java.util.List;
import java.util.function.Function;
import org.jspecify.annotations.Nullable;

/**
 * A response of the API (https://developers.line.biz/en/reference/messaging-api/#response-headers).
 *
 * @param answer its JSON; missing for another body
 * @param requestId the {@code x-line-request-id}, by which LINE finds a request; empty without one
 * @param acceptedRequestId the request of the same key that LINE has accepted; empty if there is none
 * @param retryAfter seconds to wait; null without the header, which no page describes
 */
record LineResponse(
        int status,
        JsonNode answer,
        String requestId,
        String acceptedRequestId,
        @Nullable String retryAfter) {
    private static final int LONGEST_WORDS = 500;

    static LineResponse of(int status, byte[] body, Function<String, @Nullable String> header) {
        return new LineResponse(
                status,
                json(body),
                id(header.apply("x-line-request-id")),
                id(header.apply("x-line-accepted-request-id")),
                header.apply("retry-after"));
    }

    /**
     * Returns the words of an error with its details (https://developers.line.biz/en/reference/messaging-api/#error-responses) and the id of
     * the request.
     */
    String words() {
        String message = answer.path("message").asText();
        List<String> details = new ArrayList<>();
        for (JsonNode detail : answer.path("details")) {
            details.add((detail.path("property").asText() + " "
                            + detail.path("message").asText())
                    .strip());
        }
        String words = (message.isEmpty() ? "status " + status : message)
                + (details.isEmpty() ? "" : ": " + String.join(", ", details));
        return TextShortener.shorten(words, LONGEST_WORDS)
                + (requestId.isEmpty() ? "" : " (x-line-request-id " + requestId + ")");
    }

    private static String id(@Nullable String header) {
        return header != null && header.matches("[A-Za-z0-9._-]{1,100}") ? header : "";
    }

    private static JsonNode json(byte[] body) {
        try {
            return ProtocolCodec.readTree(body);
        } catch (UndecodableException e) {
            return JsonNodeFactory.instance.missingNode();
        }
    }
}
