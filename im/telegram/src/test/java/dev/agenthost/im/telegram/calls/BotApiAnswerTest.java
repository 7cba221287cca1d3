package dev.agenthost.im.telegram.calls;

import static org.assertj.core.api.Assertions.assertThat;

import dev.agenthost.im.chat.calls.CallOutcome;
import java.nio.charset.StandardCharsets;
import java.time.Duration;
import java.util.List;
import java.util.stream.Stream;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.Arguments;
import org.junit.jupiter.params.provider.MethodSource;

class BotApiAnswerTest {

    static Stream<Arguments> answers() {
        return Stream.of(
                Arguments.of(
                        200,
                        "{\"ok\":true,\"result\":{\"message_id\":42,\"chat\":{\"id\":1}}}",
                        new CallOutcome.Accepted("42")),
                Arguments.of(200, "{\"ok\":true,\"result\":true}", new CallOutcome.Accepted(null)),
                Arguments.of(
                        429,
                        "{\"ok\":false,\"error_code\":429,\"description\":\"Too Many Requests: retry after 34\",\"parameters\":{\"retry_after\":34}}",
                        new CallOutcome.RetryAfter(Duration.ofSeconds(34))),
                Arguments.of(
                        429,
                        "{\"ok\":false,\"error_code\":429,\"description\":\"Too Many Requests\"}",
                        new CallOutcome.RetryAfter(Duration.ofSeconds(1))),
                Arguments.of(
                        400,
                        "{\"ok\":false,\"error_code\":400,\"description\":\"Bad Request: message is not modified: specified new message content and reply markup are exactly the same as a current content and reply markup of the message\"}",
                        new CallOutcome.NotModified()),
                Arguments.of(
                        400,
                        "{\"ok\":false,\"error_code\":400,\"description\":\"Bad Request: group chat was upgraded to a supergroup chat\",\"parameters\":{\"migrate_to_chat_id\":-1001234567890}}",
                        new CallOutcome.Moved(-1001234567890L)),
                Arguments.of(
                        403,
                        "{\"ok\":false,\"error_code\":403,\"description\":\"Forbidden: bot was blocked by the user\"}",
                        new CallOutcome.Refused(403, "Forbidden: bot was blocked by the user")),
                Arguments.of(
                        401,
                        "{\"ok\":false,\"error_code\":401,\"description\":\"Unauthorized\"}",
                        new CallOutcome.Refused(401, "Unauthorized")),
                Arguments.of(400, "{\"ok\":false}", new CallOutcome.Refused(400, "error 400")),
                Arguments.of(
                        500,
                        "{\"ok\":false,\"error_code\":500,\"description\":\"Internal Server Error\"}",
                        new CallOutcome.Failed(500, "Internal Server Error")),
                Arguments.of(504, "{\"message\":\"upstream timeout\"}", new CallOutcome.Unclear("error 504")),
                Arguments.of(200, "{\"ok\":false}", new CallOutcome.Unclear("error 200")),
                Arguments.of(502, "<html>bad gateway</html>", new CallOutcome.Unclear("status 502, and no JSON")),
                Arguments.of(200, "", new CallOutcome.Unclear("status 200, and no JSON")),
                Arguments.of(404, "not found", new CallOutcome.Refused(404, "status 404")));
    }

    @ParameterizedTest
    @MethodSource("answers")
    void isClassified(int status, String body, CallOutcome expected) {
        assertThat(BotApiAnswer.read(status, body.getBytes(StandardCharsets.UTF_8)))
                .isEqualTo(expected);
    }

    @ParameterizedTest
    @MethodSource("updates")
    void updatesAreClassified(int status, String body, UpdatesAnswer expected) {
        assertThat(BotApiAnswer.readUpdates(status, body.getBytes(StandardCharsets.UTF_8)))
                .isEqualTo(expected);
    }

    static List<Arguments> updates() {
        return List.of(
                Arguments.of(200, "{\"ok\":true,\"result\":[]}", new UpdatesAnswer.Received(List.of())),
                Arguments.of(200, "{\"ok\":true,\"result\":true}", new UpdatesAnswer.Failed("the result is no array")),
                Arguments.of(
                        409,
                        "{\"ok\":false,\"error_code\":409,\"description\":\"Conflict: x\"}",
                        new UpdatesAnswer.Conflict("Conflict: x")),
                Arguments.of(
                        401,
                        "{\"ok\":false,\"error_code\":401,\"description\":\"Unauthorized\"}",
                        new UpdatesAnswer.Unauthorized("Unauthorized")),
                Arguments.of(
                        404,
                        "{\"ok\":false,\"error_code\":404,\"description\":\"Not Found\"}",
                        new UpdatesAnswer.Unauthorized("Not Found")),
                Arguments.of(404, "not found", new UpdatesAnswer.Failed("status 404, and no JSON")),
                Arguments.of(
                        429,
                        "{\"ok\":false,\"error_code\":429,\"parameters\":{\"retry_after\":7}}",
                        new UpdatesAnswer.RetryAfter(Duration.ofSeconds(7))),
                Arguments.of(
                        500,
                        "{\"ok\":false,\"error_code\":500,\"description\":\"Internal Server Error\"}",
                        new UpdatesAnswer.Failed("500 Internal Server Error")),
                Arguments.of(502, "<html>", new UpdatesAnswer.Failed("status 502, and no JSON")));
    }
}
