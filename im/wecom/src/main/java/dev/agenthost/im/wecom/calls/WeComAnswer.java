package dev.agenthost.im.wecom.calls;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.node.JsonNodeFactory;
import dev.agenthost.im.chat.calls.CallOutcome;
import dev.agenthost.im.chat.calls.QueryOutcome;
import dev.agenthost.im.chat.text.TextShortener;
import dev.agenthost.protocol.json.ProtocolCodec;
import dev.agenthost.protocol.json.UndecodableException;
import java.time.Duration;

/**
 * Reads answers of the API: 200 with {@code errcode} and {@code errmsg}, whatever the outcome
 * (https://developer.work.weixin.qq.com/document/path/90236, https://developer.work.weixin.qq.com/document/path/90455).
 *
 * <pre>
 *  0 and a msgid                     accepted
 *  0, and the person in invaliduser  refused
 *  42014 for a card                  accepted: the card of this task id is there
 *  45009, 45033                      too many calls: a minute, a second
 *  -1, 6000                          failed, without an effect
 *  3xx, 5xx, no errcode, no msgid    unclear
 *  any other code                    refused, with a code as in HTTP
 * </pre>
 */
public final class WeComAnswer {
    /** The code of a token that is not accepted. */
    public static final int UNAUTHORIZED = 401;
    /** The code of a person who is not there, or of an application that may not send to that person. */
    public static final int FORBIDDEN = 403;
    /** The code of an upload whose token is not accepted, so that its message is not sent. */
    public static final int NO_UPLOAD = 407;
    /** The code of a message that is too long. */
    public static final int TOO_LONG = 413;
    /** The code of a kind of message, or of its parameters, that is not accepted. */
    public static final int UNSUITABLE = 415;
    /** The code of another refusal. */
    public static final int REFUSED = 400;

    private static final int REDIRECTION = 300;
    private static final int TOO_MANY_REQUESTS = 429;
    private static final int SERVER_ERROR = 500;
    private static final int UNAVAILABLE = 503;
    private static final int LONGEST_WORDS = 500;
    private static final Duration SECOND = Duration.ofSeconds(1);
    /** A limit of a minute bars for 60 s (https://developer.work.weixin.qq.com/document/path/90454). */
    private static final Duration BARRED = Duration.ofSeconds(60);

    private WeComAnswer() {}

    /** Classifies an answer to a message. */
    public static CallOutcome read(int status, byte[] body, WeComCall call) {
        JsonNode answer = json(body);
        if (status == TOO_MANY_REQUESTS) {
            return new CallOutcome.RetryAfter(BARRED);
        }
        if (status >= REFUSED && status < SERVER_ERROR) {
            return new CallOutcome.Refused(status == UNAUTHORIZED ? REFUSED : status, words(status, answer));
        }
        if (status >= REDIRECTION || !answer.path("errcode").isIntegralNumber()) {
            return new CallOutcome.Unclear(
                    "status " + status + (answer.has("errcode") ? "" : ", and no answer of the API"));
        }
        String words = words(status, answer);
        return switch (WeComErrorCode.of(answer.path("errcode").intValue())) {
            case OK -> accepted(answer);
            case TASK_EXISTS ->
                call.isCard() ? new CallOutcome.Accepted(call.taskId()) : new CallOutcome.Refused(REFUSED, words);
            case TOO_MANY -> new CallOutcome.RetryAfter(BARRED);
            case CONCURRENT -> new CallOutcome.RetryAfter(SECOND);
            case BUSY -> new CallOutcome.Failed(UNAVAILABLE, words);
            case UNAUTHORIZED -> new CallOutcome.Refused(UNAUTHORIZED, words);
            case FORBIDDEN -> new CallOutcome.Refused(FORBIDDEN, words);
            case TOO_LONG -> new CallOutcome.Refused(TOO_LONG, words);
            case UNSUITABLE -> new CallOutcome.Refused(UNSUITABLE, words);
            case REFUSED -> new CallOutcome.Refused(REFUSED, words);
        };
    }

    /** A message goes to one person, so one who does not receive it is all of them. */
    private static CallOutcome accepted(JsonNode answer) {
        for (String list : new String[] {"invaliduser", "unlicenseduser"}) {
            if (!answer.path(list).asText().isEmpty()) {
                return new CallOutcome.Refused(FORBIDDEN, list + ": the person does not receive the message");
            }
        }
        String id = answer.path("msgid").asText();
        return id.isEmpty() ? new CallOutcome.Unclear("the answer has no msgid") : new CallOutcome.Accepted(id);
    }

    /** Classifies an answer to a request that shows nothing. */
    public static QueryOutcome readQuery(int status, byte[] body) {
        JsonNode answer = json(body);
        String words = words(status, answer);
        if (status == TOO_MANY_REQUESTS || status >= SERVER_ERROR) {
            return new QueryOutcome.Failed(status, words);
        }
        if (status >= REFUSED) {
            return new QueryOutcome.Refused(status, words);
        }
        if (status >= REDIRECTION || !answer.path("errcode").isIntegralNumber()) {
            return new QueryOutcome.NoAnswer("status " + status + ", and no answer of the API");
        }
        return switch (WeComErrorCode.of(answer.path("errcode").intValue())) {
            case OK -> new QueryOutcome.Answered(answer);
            case TOO_MANY, CONCURRENT -> new QueryOutcome.Failed(TOO_MANY_REQUESTS, words);
            case BUSY -> new QueryOutcome.Failed(UNAVAILABLE, words);
            case UNAUTHORIZED -> new QueryOutcome.Refused(UNAUTHORIZED, words);
            case FORBIDDEN -> new QueryOutcome.Refused(FORBIDDEN, words);
            case TOO_LONG, UNSUITABLE, TASK_EXISTS, REFUSED -> new QueryOutcome.Refused(REFUSED, words);
        };
    }

    /** Classifies an answer to an upload (https://developer.work.weixin.qq.com/document/path/90253): its {@code media_id}, or a code. */
    public static QueryOutcome readUpload(int status, byte[] body) {
        QueryOutcome outcome = readQuery(status, body);
        return outcome instanceof QueryOutcome.Answered(JsonNode answer)
                        && mediaId(answer).isEmpty()
                ? new QueryOutcome.NoAnswer("the answer has no media_id")
                : outcome;
    }

    /** Returns the id of an uploaded file; empty for none. */
    public static String mediaId(JsonNode upload) {
        return upload.path("media_id").asText();
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

    private static JsonNode json(byte[] body) {
        try {
            return ProtocolCodec.readTree(body);
        } catch (UndecodableException e) {
            return JsonNodeFactory.instance.missingNode();
        }
    }

    private static String words(int status, JsonNode answer) {
        String words =
                (answer.path("errcode").asText() + " " + answer.path("errmsg").asText()).strip();
        return words.isEmpty() ? "status " + status : TextShortener.shorten(words, LONGEST_WORDS);
    }
}
