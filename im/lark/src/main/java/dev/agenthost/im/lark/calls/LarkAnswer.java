package dev.agenthost.im.lark.calls;

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
 * Reads answers of the Open Platform: {@code code}, {@code msg} and {@code data}. The codes are those of
 * https://open.larkoffice.com/document/uAjLw4CM/ukTMukTMukTM/reference/im-v1/message/create.md, of .../message/reply.md, of
 * https://open.larkoffice.com/document/uAjLw4CM/ukTMukTMukTM/cardkit-v1/card-element/content.md, and of
 * https://open.larkoffice.com/document/server-docs/api-call-guide/generic-error-code.md.
 *
 * <pre>
 *  code 0                     accepted, with the id of the message or of the card
 *  429, 99991400, 230020      too many calls
 *  200810                     the same: a person is using the card
 *  300120                     failed
 *  230049                     unclear: a call with this key is under way
 *  5xx, no JSON               unclear
 *  any other code             refused
 * </pre>
 */
public final class LarkAnswer {
    /** The header with the seconds to wait (https://open.larkoffice.com/document/ukTMukTMukTM/uUzN04SN3QjL1cDN.md). */
    public static final String RESET_HEADER = "x-ogw-ratelimit-reset";

    private static final int TOO_MANY_REQUESTS = 429;
    private static final int CLIENT_ERROR = 400;
    private static final int SERVER_ERROR = 500;
    private static final int BEING_SENT = 230049;
    private static final int CARD_FAILED = 300120;
    private static final Set<Integer> RATES = Set.of(99991400, 230020, 200810);
    private static final Set<Integer> TOKENS = Set.of(99991661, 99991663);
    /** The bot is not in the chat, may not write there, or has no right to. */
    private static final Set<Integer> FORBIDDEN =
            Set.of(230002, 230006, 230013, 230018, 230027, 230029, 230035, 230038, 230053, 230075, 232009, 99991672);

    private static final int LONGEST_WORDS = 500;

    private LarkAnswer() {}

    /**
     * Classifies an answer.
     *
     * @param status of HTTP
     * @param reset the value of {@link #RESET_HEADER}; null for none
     */
    public static CallOutcome read(int status, byte[] body, @Nullable String reset) {
        if (status >= SERVER_ERROR) {
            return new CallOutcome.Unclear("status " + status);
        }
        JsonNode answer = json(body);
        JsonNode code = answer.path("code");
        if (status == TOO_MANY_REQUESTS || RATES.contains(code.asInt())) {
            return new CallOutcome.RetryAfter(RetryDelay.read(reset));
        }
        if (!code.isIntegralNumber()) {
            return status >= CLIENT_ERROR
                    ? new CallOutcome.Refused(status, "status " + status)
                    : new CallOutcome.Unclear("status " + status + ", and no code");
        }
        return switch (code.asInt()) {
            case 0 -> new CallOutcome.Accepted(id(answer.path("data")));
            case CARD_FAILED -> new CallOutcome.Failed(CARD_FAILED, words(answer));
            case BEING_SENT -> new CallOutcome.Unclear(words(answer));
            default -> new CallOutcome.Refused(code.asInt(), words(answer));
        };
    }

    /** Classifies an answer to a call that shows nothing, for instance an upload; the result is the answer without its frame. */
    public static QueryOutcome readResult(int status, byte[] body) {
        JsonNode answer = json(body);
        JsonNode code = answer.path("code");
        if (status >= SERVER_ERROR || status == TOO_MANY_REQUESTS || RATES.contains(code.asInt())) {
            return new QueryOutcome.Failed(Math.max(status, TOO_MANY_REQUESTS), words(answer));
        }
        if (!code.isIntegralNumber()) {
            return status >= CLIENT_ERROR
                    ? new QueryOutcome.Refused(status, "status " + status)
                    : new QueryOutcome.NoAnswer("status " + status + ", and no code");
        }
        return code.asInt() == 0
                ? new QueryOutcome.Answered(answer.has("data") ? answer.path("data") : answer)
                : new QueryOutcome.Refused(code.asInt(), words(answer));
    }

    /** Returns the outcome of a call that was not made, because one before it, which shows nothing, was unsuccessful. */
    public static CallOutcome notMade(QueryOutcome.Unsuccessful before) {
        return before instanceof QueryOutcome.Refused(int code, String why) && isUnauthorized(code)
                ? new CallOutcome.NotSent(why, true)
                : before.notMade();
    }

    /** Returns true if the platform does not accept the token: a new one may be accepted. */
    public static boolean refusesToken(CallOutcome outcome) {
        return outcome instanceof CallOutcome.Refused(int code, String description) && isUnauthorized(code);
    }

    /** Returns true if the platform does not accept the token. */
    public static boolean refusesToken(QueryOutcome outcome) {
        return outcome instanceof QueryOutcome.Refused(int code, String description) && isUnauthorized(code);
    }

    /** Returns true for the code of a token that is not accepted. */
    public static boolean isUnauthorized(int code) {
        return code == 401 || TOKENS.contains(code);
    }

    /** Returns true for the code of a bot that may not write there. */
    public static boolean isForbidden(int code) {
        return code == 403 || FORBIDDEN.contains(code);
    }

    private static @Nullable String id(JsonNode data) {
        return data.path(data.has("message_id") ? "message_id" : "card_id").textValue();
    }

    private static JsonNode json(byte[] body) {
        try {
            return ProtocolCodec.readTree(body);
        } catch (UndecodableException e) {
            return JsonNodeFactory.instance.missingNode();
        }
    }

    private static String words(JsonNode answer) {
        String words = answer.path("msg").asText();
        if (words.isEmpty()) {
            return "no reason given";
        }
        return words.length() > LONGEST_WORDS ? words.substring(0, LONGEST_WORDS) + "…" : words;
    }
}
