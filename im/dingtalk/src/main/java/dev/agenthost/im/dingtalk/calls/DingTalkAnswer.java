package dev.agenthost.im.dingtalk.calls;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.node.JsonNodeFactory;
import dev.agenthost.im.chat.calls.CallOutcome;
import dev.agenthost.im.chat.calls.QueryOutcome;
import dev.agenthost.im.chat.text.TextShortener;
import dev.agenthost.protocol.json.ProtocolCodec;
import dev.agenthost.protocol.json.UndecodableException;
import java.time.Duration;
import java.util.Set;
import java.util.regex.Pattern;
import org.jspecify.annotations.Nullable;

/**
 * Reads answers of the API: a result, or {@code code} and {@code message}. The codes are those of
 * https://open.dingtalk.com/document/development/the-robot-sends-a-group-message, of
 * https://open.dingtalk.com/document/development/create-and-deliver-cards and of
 * https://open.dingtalk.com/document/development/how-to-process-api-throttling-on-the-dingtalk-server.
 *
 * <pre>
 *  2xx                              accepted; refused or later for the only recipient, or for the only place of a card; a message
 *                                   without its key: unclear
 *  2xx, and another errcode than 0  refused, as an upload
 *  param.cardAlreadyExist           accepted: the card of this key is there
 *  429, QpsLimit, send.too.fast …   too many calls
 *  an address that is barred        too many calls, for five minutes
 *  unknown.send.result, 3xx, 5xx    unclear
 *  any other code                   refused, with a code as in HTTP
 * </pre>
 */
public final class DingTalkAnswer {
    /** The code of a token that is not accepted. */
    public static final int UNAUTHORIZED = 401;
    /** The code of a robot that may not write there, or has no right to. */
    public static final int FORBIDDEN = 403;
    /** The code of an upload whose token is not accepted, so that its message is not sent. */
    public static final int NO_UPLOAD = 407;
    /** The code of a message that is too long. */
    public static final int TOO_LONG = 413;
    /** The code of a kind of message, or of its parameters, that is not accepted. */
    public static final int UNSUITABLE = 415;
    /** The code of another refusal. */
    public static final int REFUSED = 400;

    private static final int TOO_MANY_REQUESTS = 429;
    private static final int SERVER_ERROR = 500;
    private static final int REDIRECTION = 300;
    private static final int LONGEST_WORDS = 500;

    private static final Duration SECOND = Duration.ofSeconds(1);
    /** An address that called too often is barred for five minutes. */
    private static final Duration BARRED = Duration.ofMinutes(5);

    private static final Set<String> TOO_MANY =
            Set.of("send.too.fast", "send.byToken.tooFast", "too.many.group", "too.many.people", "system.busy");
    private static final Set<Integer> TOO_MANY_NUMBERS = Set.of(90018, 90002);
    private static final Set<Integer> TOKEN_NUMBERS = Set.of(40014, 42001);
    private static final Pattern RATE = Pattern.compile("Forbidden\\.AccessDenied\\.QpsLimit\\w*|(?i)throttling.*");
    private static final Pattern NO_RIGHT = Pattern.compile("Forbidden\\.AccessDenied\\.(?!ApiCountLimit)\\w+");
    private static final Set<String> NOT_THERE = Set.of(
            "invalidParameter.robotCode.empty",
            "invalidParameter.robotCode.auth",
            "invalidParameter.robotCode.notExsit",
            "invalidParameter.robotCode.invalid",
            "invalid.openConversationId",
            "conversation.org.notMatch",
            "group.disbanded",
            "bot.stopped",
            "bot.forbidden.sendMessage",
            "send.forbidden",
            "staffId.notExisted",
            "chatbotId.notAllow.sendOTO",
            "robot.oto.notExist",
            "resource.not.found",
            "resource.unavailable",
            "unauthorized",
            "auth.error");
    private static final Set<String> NOT_SUITABLE = Set.of(
            "invalidParameter.msgKey.invalid",
            "invalidParameter.msg.unsupport",
            "invalidParameter.msgParam.invalid",
            "miss.param.markdown",
            "miss.param.markdownTotitle",
            "miss.param.markdownTotext",
            "sendMessage.model.notMatch");

    private DingTalkAnswer() {}

    /** Classifies an answer to a call. */
    public static CallOutcome read(int status, byte[] body, DingTalkCall call) {
        JsonNode answer = json(body);
        String code = answer.path("code").asText();
        if (answer.has("punish")) {
            return new CallOutcome.RetryAfter(BARRED);
        }
        if (status == TOO_MANY_REQUESTS
                || TOO_MANY.contains(code)
                || RATE.matcher(code).matches()) {
            return new CallOutcome.RetryAfter(SECOND);
        }
        if (status >= SERVER_ERROR || code.equals("unknown.send.result")) {
            return new CallOutcome.Unclear("status " + status + " " + code);
        }
        if (code.equals("param.cardAlreadyExist") && call.kind() == DingTalkCall.Kind.CARD) {
            return new CallOutcome.Accepted(call.cardId());
        }
        if (status >= REFUSED) {
            return new CallOutcome.Refused(number(status, code), words(status, answer));
        }
        if (status >= REDIRECTION || !answer.isObject()) {
            return new CallOutcome.Unclear("status " + status + (answer.isObject() ? "" : ", and no JSON"));
        }
        int number = answer.path("errcode").asInt(0);
        return number == 0 ? accepted(answer, call) : refused(number, answer);
    }

    /** The older servers answer each request with 200. */
    private static CallOutcome refused(int number, JsonNode answer) {
        if (TOO_MANY_NUMBERS.contains(number)) {
            return new CallOutcome.RetryAfter(SECOND);
        }
        return new CallOutcome.Refused(
                TOKEN_NUMBERS.contains(number) ? UNAUTHORIZED : REFUSED,
                words(REFUSED, String.valueOf(number), answer.path("errmsg").asText()));
    }

    private static CallOutcome accepted(JsonNode answer, DingTalkCall call) {
        return switch (call.kind()) {
            case GROUP_MESSAGE -> withKey(answer);
            case PRIVATE_MESSAGE -> sent(answer);
            case CARD -> shown(answer, call);
            case CARD_TEXT, CARD_DATA ->
                answer.path("success").asBoolean(true)
                        ? new CallOutcome.Accepted(call.cardId())
                        : new CallOutcome.Refused(REFUSED, words(REFUSED, answer));
        };
    }

    /** A message to one person: the answer names those who do not receive it. */
    private static CallOutcome sent(JsonNode answer) {
        if (!answer.path("invalidStaffIdList").isEmpty()) {
            return new CallOutcome.Refused(FORBIDDEN, "invalidStaffIdList: the person is not in the organization");
        }
        return answer.path("flowControlledStaffIdList").isEmpty()
                ? withKey(answer)
                : new CallOutcome.RetryAfter(SECOND);
    }

    /** Each message that DingTalk takes has a key; another object may be of a server in between. */
    private static CallOutcome withKey(JsonNode answer) {
        String key = answer.path("processQueryKey").asText();
        return key.isEmpty()
                ? new CallOutcome.Unclear("the answer has no processQueryKey")
                : new CallOutcome.Accepted(key);
    }

    /** A card that is created and shown nowhere is refused. */
    private static CallOutcome shown(JsonNode answer, DingTalkCall call) {
        JsonNode results = answer.at("/result/deliverResults");
        String why = results.valueStream()
                .filter(result -> !result.path("success").asBoolean(true))
                .map(result -> result.path("errorMsg").asText("no reason given"))
                .findFirst()
                .orElse("");
        return answer.path("success").asBoolean(true) && why.isEmpty()
                ? new CallOutcome.Accepted(call.cardId())
                : new CallOutcome.Refused(
                        REFUSED, TextShortener.shorten("the card is not shown: " + why, LONGEST_WORDS));
    }

    /** Classifies an answer of the server of uploads: {@code errcode} 0 and {@code media_id}, or another code and {@code errmsg}. */
    public static QueryOutcome readUpload(int status, byte[] body) {
        JsonNode answer = json(body);
        int code = answer.path("errcode").asInt(-1);
        String words = words(
                status, answer.path("errcode").asText(), answer.path("errmsg").asText());
        if (status >= SERVER_ERROR
                || status == TOO_MANY_REQUESTS
                || TOO_MANY_NUMBERS.contains(code)
                || answer.has("punish")) {
            return new QueryOutcome.Failed(Math.max(status, TOO_MANY_REQUESTS), words);
        }
        if (TOKEN_NUMBERS.contains(code) || status == UNAUTHORIZED) {
            return new QueryOutcome.Refused(UNAUTHORIZED, words);
        }
        if (code == 0 && mediaId(answer) != null) {
            return new QueryOutcome.Answered(answer);
        }
        return status >= REFUSED || code > 0
                ? new QueryOutcome.Refused(REFUSED, words)
                : new QueryOutcome.NoAnswer("status " + status + ", and no media_id");
    }

    /** Returns the id of an uploaded file; null for none. */
    public static @Nullable String mediaId(JsonNode upload) {
        return upload.path("media_id").textValue();
    }

    /** Returns the outcome of a call that was not made, because the upload before it, which shows nothing, was unsuccessful. */
    public static CallOutcome notMade(QueryOutcome.Unsuccessful before) {
        return before instanceof QueryOutcome.Refused(int code, String why) && code == UNAUTHORIZED
                ? new CallOutcome.Refused(NO_UPLOAD, why)
                : before.notMade();
    }

    /** Returns true if the upload before a call had a token that the platform does not accept: a new one may be accepted. */
    public static boolean refusesUpload(CallOutcome outcome) {
        return outcome instanceof CallOutcome.Refused(int code, String why) && code == NO_UPLOAD;
    }

    /** Returns true if the platform does not accept the token: a new one may be accepted. */
    public static boolean refusesToken(CallOutcome outcome) {
        return outcome instanceof CallOutcome.Refused(int code, String why) && code == UNAUTHORIZED;
    }

    /** Returns true if the platform does not accept the token. */
    public static boolean refusesToken(QueryOutcome outcome) {
        return outcome instanceof QueryOutcome.Refused(int code, String why) && code == UNAUTHORIZED;
    }

    private static int number(int status, String code) {
        if (status == UNAUTHORIZED || code.equals("InvalidAuthentication")) {
            return UNAUTHORIZED;
        }
        if (code.equals("invalidParameter.msgParam.tooLong")) {
            return TOO_LONG;
        }
        if (NOT_SUITABLE.contains(code)) {
            return UNSUITABLE;
        }
        return NOT_THERE.contains(code) || NO_RIGHT.matcher(code).matches() ? FORBIDDEN : REFUSED;
    }

    private static JsonNode json(byte[] body) {
        try {
            return ProtocolCodec.readTree(body);
        } catch (UndecodableException e) {
            return JsonNodeFactory.instance.missingNode();
        }
    }

    private static String words(int status, JsonNode answer) {
        return words(
                status, answer.path("code").asText(), answer.path("message").asText());
    }

    private static String words(int status, String code, String message) {
        String words = (code + " " + message).strip();
        return words.isEmpty() ? "status " + status : TextShortener.shorten(words, LONGEST_WORDS);
    }
}
