package dev.agenthost.im.line.calls;

import static org.assertj.core.api.Assertions.assertThat;

import dev.agenthost.im.chat.calls.CallOutcome;
import dev.agenthost.im.chat.calls.QueryOutcome;
import java.nio.charset.StandardCharsets;
import java.time.Duration;
import java.util.Map;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

/** The codes and words of https://developers.line.biz/en/reference/messaging-api/#status-codes and .../#error-messages. */
class LineAnswerTest {

    @Test
    void aPushHasTheIdOfItsFirstMessage() {
        assertThat(read(200, "{\"sentMessages\":[{\"id\":\"461230966842064897\"},{\"id\":\"2\"}]}", Map.of()))
                .isEqualTo(new CallOutcome.Accepted("461230966842064897"));
    }

    /** https://developers.line.biz/en/reference/messaging-api/#retry-api-request-response: {@code sentMessages} is not always there. */
    @Test
    void aRepetitionThatLineRecognisesIsAccepted() {
        Map<String, String> header = Map.of("x-line-accepted-request-id", "123e4567-e89b-12d3-a456-426655440001");
        String words = "{\"message\":\"The retry key is already accepted\"";

        assertThat(read(409, words + ",\"sentMessages\":[{\"id\":\"7\"}]}", header))
                .isEqualTo(new CallOutcome.Accepted("7"));
        assertThat(read(409, words + "}", header)).isEqualTo(new CallOutcome.Accepted(null));
        assertThat(read(409, "{\"message\":\"conflict\"}", Map.of())).isInstanceOf(CallOutcome.Unclear.class);
    }

    /** LINE may have sent the messages (https://developers.line.biz/en/docs/messaging-api/retrying-api-request/). */
    @ParameterizedTest
    @ValueSource(ints = {100, 302, 500, 502, 503})
    void anotherAnswerIsInDoubt(int status) {
        assertThat(read(status, "<html>", Map.of())).isEqualTo(new CallOutcome.Unclear("status " + status));
    }

    @Test
    void anAnswerWithoutMessagesIsInDoubt() {
        assertThat(read(200, "{}", Map.of())).isInstanceOf(CallOutcome.Unclear.class);
        assertThat(read(200, "<html>", Map.of())).isInstanceOf(CallOutcome.Unclear.class);
    }

    @Test
    void theRateAndTheLimitOfTheMonthDiffer() {
        String rate = "{\"message\":\"The API rate limit has been exceeded. Try again later.\"}";

        assertThat(read(429, rate, Map.of())).isEqualTo(new CallOutcome.RetryAfter(Duration.ofSeconds(5)));
        assertThat(read(429, rate, Map.of("retry-after", "7")))
                .isEqualTo(new CallOutcome.RetryAfter(Duration.ofSeconds(7)));
        assertThat(read(429, "", Map.of())).isInstanceOf(CallOutcome.RetryAfter.class);
        assertThat(read(429, "{\"message\":\"You have reached your monthly limit.\"}", Map.of()))
                .isEqualTo(new CallOutcome.Refused(429, "You have reached your monthly limit."));
    }

    @ParameterizedTest
    @CsvSource(delimiter = '|', textBlock = """
            400 | Failed to send messages                                           | 403
            400 | The property, 'to', in the request body is invalid (line: -)      | 403
            400 | The property, 'messages', in the request body is invalid (line: -) | 400
            401 | Authentication failed due to the following reason: expired        | 401
            403 | Access to this API is not available for your account              | 403
            404 | Not found                                                         | 404
            410 | Gone                                                              | 410
            413 | Payload too large                                                 | 413
            415 | The content type, x, is not supported                             | 415
            """)
    void aRefusalHasTheWordsOfThePlatform(int status, String words, int code) {
        assertThat(read(status, "{\"message\":\"" + words + "\"}", Map.of()))
                .isEqualTo(new CallOutcome.Refused(code, words));
    }

    @Test
    void aRefusalHasItsDetailsAndTheIdOfTheRequest() {
        assertThat(read(
                        400,
                        "{\"message\":\"The request body has 2 error(s)\",\"details\":["
                                + "{\"message\":\"May not be empty\",\"property\":\"messages[0].text\"},"
                                + "{\"message\":\"Bad\"}]}",
                        Map.of("x-line-request-id", "123e4567-e89b-12d3-a456-426655440002")))
                .isEqualTo(new CallOutcome.Refused(
                        400,
                        "The request body has 2 error(s): messages[0].text May not be empty, Bad"
                                + " (x-line-request-id 123e4567-e89b-12d3-a456-426655440002)"));
        assertThat(read(400, "", Map.of("x-line-request-id", "a b")))
                .isEqualTo(new CallOutcome.Refused(400, "status 400"));
    }

    @Test
    void aQueryIsAnsweredRefusedOrFailed() {
        assertThat(query(200, "{\"userId\":\"U1\"}")).isInstanceOf(QueryOutcome.Answered.class);
        assertThat(query(202, "{}")).isInstanceOf(QueryOutcome.Answered.class);
        assertThat(query(200, "<html>")).isInstanceOf(QueryOutcome.NoAnswer.class);
        assertThat(query(302, "{}")).isInstanceOf(QueryOutcome.NoAnswer.class);
        assertThat(query(404, "{\"message\":\"Not found\"}")).isEqualTo(new QueryOutcome.Refused(404, "Not found"));
        assertThat(query(429, "")).isEqualTo(new QueryOutcome.Failed(429, "status 429"));
        assertThat(query(500, "")).isEqualTo(new QueryOutcome.Failed(500, "status 500"));
    }

    private static CallOutcome read(int status, String body, Map<String, String> headers) {
        return LineAnswer.read(status, body.getBytes(StandardCharsets.UTF_8), headers::get);
    }

    private static QueryOutcome query(int status, String body) {
        return LineAnswer.readQuery(status, body.getBytes(StandardCharsets.UTF_8), name -> null);
    }
}
