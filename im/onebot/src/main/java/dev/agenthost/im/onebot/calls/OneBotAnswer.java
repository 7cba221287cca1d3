package dev.agenthost.im.onebot.calls;

import com.fasterxml.jackson.databind.JsonNode;
import dev.agenthost.im.chat.calls.CallOutcome;
import dev.agenthost.im.chat.calls.QueryOutcome;
import dev.agenthost.protocol.json.ProtocolCodec;
import dev.agenthost.protocol.json.UndecodableException;
import java.util.Objects;
import java.util.stream.Collectors;
import java.util.stream.Stream;

/**
 * Reads answers of the HTTP API: {@code status}, {@code retcode} and {@code data}
 * (https://github.com/botuniverse/onebot-11/blob/master/communication/http.md).
 *
 * <pre>
 *  ok, retcode 0         accepted, with the id of the message
 *  async, retcode 1      accepted; the id and the effect are not reported
 *  failed, other retcode refused
 *  401, 403, 404, 4xx    refused
 *  421, 429              not made (event-gateway without a connection of the bot, a server between)
 *  anything else         unclear
 * </pre>
 */
public final class OneBotAnswer {
    private static final int MISDIRECTED_REQUEST = 421;
    private static final int TOO_MANY_REQUESTS = 429;
    private static final int CLIENT_ERROR = 400;
    private static final int SERVER_ERROR = 500;
    private static final int LONGEST_WORDS = 500;

    private OneBotAnswer() {}

    /**
     * Classifies an answer.
     *
     * @param status of HTTP
     */
    public static CallOutcome read(int status, byte[] body) {
        if (status == MISDIRECTED_REQUEST || status == TOO_MANY_REQUESTS) {
            return new CallOutcome.Failed(status, "status " + status);
        }
        if (status >= CLIENT_ERROR && status < SERVER_ERROR) {
            return new CallOutcome.Refused(status, "status " + status);
        }
        if (status / 100 != 2) {
            return new CallOutcome.Unclear("status " + status);
        }
        try {
            return of(ProtocolCodec.readTree(body));
        } catch (UndecodableException e) {
            return new CallOutcome.Unclear("status " + status + ", and no JSON");
        }
    }

    /**
     * Classifies an answer to an action that only reads, for instance {@code get_status}.
     *
     * @param status of HTTP
     */
    public static QueryOutcome readResult(int status, byte[] body) {
        if (status == MISDIRECTED_REQUEST) {
            return new QueryOutcome.NoAnswer("the bot has no connection");
        }
        if (status == TOO_MANY_REQUESTS || status >= SERVER_ERROR) {
            return new QueryOutcome.Failed(status, "status " + status);
        }
        if (status >= CLIENT_ERROR) {
            return new QueryOutcome.Refused(status, "status " + status);
        }
        try {
            JsonNode answer = ProtocolCodec.readTree(body);
            return switch (answer.path("status").asText()) {
                case "ok" -> new QueryOutcome.Answered(answer.path("data"));
                case "failed" -> new QueryOutcome.Refused(answer.path("retcode").asInt(), words(answer));
                default -> new QueryOutcome.NoAnswer("an answer without a status");
            };
        } catch (UndecodableException e) {
            return new QueryOutcome.NoAnswer("status " + status + ", and no JSON");
        }
    }

    private static CallOutcome of(JsonNode answer) {
        JsonNode retcode = answer.path("retcode");
        return switch (answer.path("status").asText()) {
            case "ok", "async" -> {
                JsonNode id = answer.path("data").path("message_id");
                yield new CallOutcome.Accepted(id.isIntegralNumber() && id.canConvertToLong() ? id.asText() : null);
            }
            case "failed" -> new CallOutcome.Refused(retcode.asInt(), words(answer));
            default -> new CallOutcome.Unclear("an answer without a status");
        };
    }

    /** The standard has no words of an error; implementations add them as {@code message}, {@code wording} or {@code msg}. */
    private static String words(JsonNode answer) {
        String words = Stream.of("message", "wording", "msg")
                .map(name -> answer.path(name).textValue())
                .filter(Objects::nonNull)
                .filter(text -> !text.isBlank())
                .distinct()
                .collect(Collectors.joining("; "));
        String within = words.length() > LONGEST_WORDS ? words.substring(0, LONGEST_WORDS) + "…" : words;
        return within.isEmpty() ? "no reason given" : within;
    }
}
