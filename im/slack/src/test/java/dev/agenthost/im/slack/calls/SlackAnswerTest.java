package dev.agenthost.im.slack.calls;

import static org.assertj.core.api.Assertions.assertThat;

import dev.agenthost.im.chat.calls.CallOutcome;
import dev.agenthost.im.chat.calls.QueryOutcome;
import java.nio.charset.StandardCharsets;
import java.time.Duration;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.Arguments;
import org.junit.jupiter.params.provider.MethodSource;

class SlackAnswerTest {
    private static final String POST = "https://docs.slack.dev/reference/methods/chat.postMessage";
    private static final String RATES = "https://docs.slack.dev/apis/web-api/rate-limits";

    static Stream<Arguments> answers() {
        return Stream.of(
                Arguments.of(POST, 200, "{\"ok\":true,\"ts\":\"1.2\"}", null, new CallOutcome.Accepted("1.2")),
                Arguments.of("no message", 200, "{\"ok\":true}", null, new CallOutcome.Accepted(null)),
                Arguments.of(RATES, 429, "", "30", new CallOutcome.RetryAfter(Duration.ofSeconds(30))),
                Arguments.of(RATES, 200, error("ratelimited"), "3", new CallOutcome.RetryAfter(Duration.ofSeconds(3))),
                Arguments.of(POST, 200, error("rate_limited"), null, new CallOutcome.RetryAfter(Duration.ofSeconds(1))),
                Arguments.of("no number", 429, "", "soon", new CallOutcome.RetryAfter(Duration.ofSeconds(1))),
                Arguments.of("zero", 429, "", "0", new CallOutcome.RetryAfter(Duration.ofSeconds(1))),
                Arguments.of("too long", 429, "", "99999", new CallOutcome.RetryAfter(Duration.ofHours(1))),
                Arguments.of(
                        POST,
                        503,
                        error("service_unavailable"),
                        null,
                        new CallOutcome.Failed(503, "service_unavailable")),
                Arguments.of(POST, 200, error("request_timeout"), null, new CallOutcome.Failed(503, "request_timeout")),
                Arguments.of(
                        POST, 200, error("internal_error"), null, new CallOutcome.Unclear("status 200 internal_error")),
                Arguments.of(POST, 200, error("fatal_error"), null, new CallOutcome.Unclear("status 200 fatal_error")),
                Arguments.of("a gateway", 502, "<html>", null, new CallOutcome.Unclear("status 502 no reason given")),
                Arguments.of("reactions.add", 200, error("already_reacted"), null, new CallOutcome.NotModified()),
                Arguments.of("reactions.remove", 200, error("no_reaction"), null, new CallOutcome.NotModified()),
                Arguments.of(POST, 200, error("invalid_auth"), null, new CallOutcome.Refused(401, "invalid_auth")),
                Arguments.of(POST, 200, error("not_in_channel"), null, new CallOutcome.Refused(403, "not_in_channel")),
                Arguments.of(POST, 200, error("msg_too_long"), null, new CallOutcome.Refused(413, "msg_too_long")),
                Arguments.of(POST, 200, error("invalid_blocks"), null, new CallOutcome.Refused(422, "invalid_blocks")),
                Arguments.of(
                        POST,
                        200,
                        error("restricted_action_non_threadable_channel"),
                        null,
                        new CallOutcome.Refused(424, "restricted_action_non_threadable_channel")),
                Arguments.of(
                        POST,
                        200,
                        "{\"ok\":false,\"error\":\"missing_scope\",\"needed\":\"chat:write\"}",
                        null,
                        new CallOutcome.Refused(403, "missing_scope: chat:write")),
                Arguments.of("a new error", 200, error("other"), null, new CallOutcome.Refused(400, "other")),
                Arguments.of("no error", 200, "{\"ok\":false}", null, new CallOutcome.Refused(400, "no reason given")),
                Arguments.of("a server between", 403, "<html>", null, new CallOutcome.Refused(403, "status 403")),
                Arguments.of(
                        "no JSON", 200, "ok", null, new CallOutcome.Unclear("status 200, and no JSON of the Web API")),
                Arguments.of(
                        "an array",
                        200,
                        "[]",
                        null,
                        new CallOutcome.Unclear("status 200, and no JSON of the Web API")));
    }

    @ParameterizedTest(name = "{0} {1} {2}")
    @MethodSource("answers")
    void anAnswerIsAnOutcome(String source, int status, String body, @Nullable String delay, CallOutcome expected) {
        assertThat(SlackAnswer.read(status, bytes(body), delay)).isEqualTo(expected);
    }

    @Test
    void aQueryHasTheAnswerAsItsResult() {
        assertThat(SlackAnswer.readResult(200, bytes("{\"ok\":true,\"messages\":[]}")))
                .isInstanceOfSatisfying(QueryOutcome.Answered.class, answered -> assertThat(
                                answered.result().path("messages").isArray())
                        .isTrue());
        assertThat(SlackAnswer.readResult(429, bytes(""))).isEqualTo(new QueryOutcome.Failed(429, "no reason given"));
        assertThat(SlackAnswer.readResult(200, bytes(error("missing_scope"))))
                .isEqualTo(new QueryOutcome.Refused(403, "missing_scope"));
        assertThat(SlackAnswer.readResult(500, bytes("x")))
                .isEqualTo(new QueryOutcome.NoAnswer("status 500 no reason given"));
    }

    /** A call after an unsuccessful one, which shows nothing, was not made: it may be made again unless the platform refuses it. */
    @Test
    void aCallAfterAnUnsuccessfulOneWasNotMade() {
        assertThat(SlackAnswer.notMade(new QueryOutcome.Refused(403, "no")))
                .isEqualTo(new CallOutcome.Refused(403, "no"));
        assertThat(SlackAnswer.notMade(new QueryOutcome.Failed(429, "later")))
                .isEqualTo(new CallOutcome.NotSent("429 later", true));
        assertThat(SlackAnswer.notMade(new QueryOutcome.NoAnswer("lost")))
                .isEqualTo(new CallOutcome.NotSent("lost", true));
        assertThat(SlackAnswer.notMade(new QueryOutcome.Forbidden("private")))
                .isEqualTo(new CallOutcome.NotSent("private", false));
    }

    private static String error(String error) {
        return "{\"ok\":false,\"error\":\"" + error + "\"}";
    }

    private static byte[] bytes(String text) {
        return text.getBytes(StandardCharsets.UTF_8);
    }
}
