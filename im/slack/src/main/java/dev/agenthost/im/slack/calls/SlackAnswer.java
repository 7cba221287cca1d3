package dev.agenthost.im.slack.calls;

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
 * Reads answers of the Web API: {@code ok}, and {@code error} if it is false. The errors are those of
 * https://docs.slack.dev/reference/methods/chat.postMessage, .../chat.update and .../files.completeUploadExternal.
 *
 * <pre>
 *  ok                                          accepted, with the time stamp of the message
 *  429, ratelimited                            too many calls (https://docs.slack.dev/apis/web-api/rate-limits)
 *  service_unavailable, request_timeout        failed, without effect
 *  internal_error, fatal_error, 5xx, no JSON   unclear: some of it may have succeeded
 *  message already as it should be             accepted
 *  any other error                             refused
 * </pre>
 */
public final class SlackAnswer {
    /** The header with the seconds to wait. */
    public static final String RETRY_AFTER = "Retry-After";

    /** The code of a token that is not accepted. */
    public static final int UNAUTHORIZED = 401;
    /** The code of a bot that may not write there. */
    public static final int FORBIDDEN = 403;
    /** The code of a message that is too long. */
    public static final int TOO_LONG = 413;
    /** The code of blocks that are not accepted. */
    public static final int INVALID_BLOCKS = 422;
    /** The code of a thread that cannot be written to. */
    public static final int NO_THREAD = 424;

    /** The code of any other refusal. */
    public static final int REFUSED = 400;

    private static final int TOO_MANY_REQUESTS = 429;
    private static final int CLIENT_ERROR = 400;
    private static final int SERVER_ERROR = 500;
    private static final int UNAVAILABLE = 503;

    private static final Set<String> RATES = Set.of("ratelimited", "rate_limited");
    private static final Set<String> TEMPORARY = Set.of("service_unavailable", "request_timeout", "team_added_to_org");
    private static final Set<String> DOUBTFUL = Set.of("internal_error", "fatal_error");
    private static final Set<String> DONE = Set.of("already_reacted", "no_reaction");
    private static final Set<String> TOKENS = Set.of(
            "not_authed",
            "invalid_auth",
            "account_inactive",
            "token_revoked",
            "token_expired",
            "not_allowed_token_type",
            "org_login_required");
    private static final Set<String> NOT_PERMITTED = Set.of(
            "access_denied",
            "channel_not_found",
            "ekm_access_denied",
            "is_archived",
            "messages_tab_disabled",
            "missing_scope",
            "no_permission",
            "not_in_channel",
            "restricted_action",
            "restricted_action_read_only_channel",
            "team_access_not_granted",
            "user_not_in_channel",
            "cannot_reply_to_message",
            "slack_connect_file_upload_sharing_blocked");
    private static final Set<String> LENGTHS = Set.of("msg_too_long", "msg_blocks_too_long");
    private static final Set<String> BLOCKS = Set.of("invalid_blocks", "invalid_blocks_format");
    private static final Set<String> THREADS = Set.of(
            "restricted_action_non_threadable_channel", "thread_not_found", "invalid_thread_ts", "thread_locked");

    private static final int LONGEST_WORDS = 500;

    private SlackAnswer() {}

    /**
     * Classifies an answer.
     *
     * @param status of HTTP
     * @param retryAfter the value of {@link #RETRY_AFTER}; null for none
     */
    public static CallOutcome read(int status, byte[] body, @Nullable String retryAfter) {
        JsonNode answer = json(body);
        String error = answer.path("error").asText();
        if (status == TOO_MANY_REQUESTS || RATES.contains(error)) {
            return new CallOutcome.RetryAfter(RetryDelay.read(retryAfter));
        }
        if (TEMPORARY.contains(error)) {
            return new CallOutcome.Failed(UNAVAILABLE, error);
        }
        if (status >= SERVER_ERROR || DOUBTFUL.contains(error)) {
            return new CallOutcome.Unclear("status " + status + " " + words(answer));
        }
        if (!answer.path("ok").isBoolean()) {
            return status >= CLIENT_ERROR
                    ? new CallOutcome.Refused(status, "status " + status)
                    : new CallOutcome.Unclear("status " + status + ", and no JSON of the Web API");
        }
        if (answer.path("ok").booleanValue()) {
            return new CallOutcome.Accepted(answer.path("ts").textValue());
        }
        return DONE.contains(error)
                ? new CallOutcome.NotModified()
                : new CallOutcome.Refused(code(error), words(answer));
    }

    /** Classifies an answer to a call that shows nothing; the result is the answer itself. */
    public static QueryOutcome readResult(int status, byte[] body) {
        JsonNode answer = json(body);
        return switch (read(status, body, null)) {
            case CallOutcome.Accepted accepted -> new QueryOutcome.Answered(answer);
            case CallOutcome.NotModified unchanged -> new QueryOutcome.Answered(answer);
            case CallOutcome.RetryAfter later -> new QueryOutcome.Failed(TOO_MANY_REQUESTS, words(answer));
            case CallOutcome.Failed(int code, String description) -> new QueryOutcome.Failed(code, description);
            case CallOutcome.Refused(int code, String description) -> new QueryOutcome.Refused(code, description);
            case CallOutcome.Unclear(String why) -> new QueryOutcome.NoAnswer(why);
            case CallOutcome.NotSent(String why, boolean mayRepeat) -> new QueryOutcome.NoAnswer(why);
            case CallOutcome.Moved moved -> new QueryOutcome.NoAnswer("moved");
        };
    }

    /** Returns the outcome of a call that was not made, because one before it, which shows nothing, was unsuccessful. */
    public static CallOutcome notMade(QueryOutcome.Unsuccessful before) {
        return before.notMade();
    }

    private static int code(String error) {
        if (TOKENS.contains(error)) {
            return UNAUTHORIZED;
        }
        if (LENGTHS.contains(error)) {
            return TOO_LONG;
        }
        if (BLOCKS.contains(error)) {
            return INVALID_BLOCKS;
        }
        if (THREADS.contains(error)) {
            return NO_THREAD;
        }
        return NOT_PERMITTED.contains(error) ? FORBIDDEN : REFUSED;
    }

    private static JsonNode json(byte[] body) {
        try {
            return ProtocolCodec.readTree(body);
        } catch (UndecodableException e) {
            return JsonNodeFactory.instance.missingNode();
        }
    }

    /** Returns the error, and the scope that the token lacks. */
    private static String words(JsonNode answer) {
        String words = answer.path("error").asText();
        String needed = answer.path("needed").asText();
        String all = words.isEmpty() ? "no reason given" : needed.isEmpty() ? words : words + ": " + needed;
        return all.length() > LONGEST_WORDS ? all.substring(0, LONGEST_WORDS) + "…" : all;
    }
}
