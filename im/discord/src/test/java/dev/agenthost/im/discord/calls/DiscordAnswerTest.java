package dev.agenthost.im.discord.calls;

import static org.assertj.core.api.Assertions.assertThat;

import com.fasterxml.jackson.databind.node.JsonNodeFactory;
import dev.agenthost.im.chat.calls.CallOutcome;
import dev.agenthost.im.chat.calls.QueryOutcome;
import java.nio.charset.StandardCharsets;
import java.time.Duration;
import java.util.Map;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

class DiscordAnswerTest {

    @Test
    void aMessageIsAcceptedWithItsId() {
        assertThat(read(200, "{\"id\":\"7\"}")).isEqualTo(new CallOutcome.Accepted("7"));
        assertThat(read(204, "")).isEqualTo(new CallOutcome.Accepted(null));
        assertThat(read(200, "<html>")).isInstanceOf(CallOutcome.Unclear.class);
    }

    /** The codes of https://docs.discord.com/developers/topics/opcodes-and-status-codes#json. */
    @ParameterizedTest
    @CsvSource({
        "401,0,401",
        "403,50001,403",
        "403,50007,403",
        "403,50013,403",
        "404,10003,403",
        "400,50083,403",
        "404,10008,410",
        "413,40005,413",
        "400,160002,424",
        "404,10062,400",
        "403,0,403",
        "400,50006,400",
        "404,0,400",
        "302,0,400",
    })
    void aRefusalHasItsCode(int status, int error, int code) {
        CallOutcome outcome = read(status, "{\"message\":\"No\",\"code\":" + error + "}");

        assertThat(outcome).isEqualTo(new CallOutcome.Refused(code, error + " No"));
    }

    /** The examples of https://docs.discord.com/developers/reference#error-messages. */
    @Test
    void theRefusedMemberIsNamed() {
        String array = "{\"code\":50035,\"errors\":{\"activities\":{\"0\":{\"platform\":{\"_errors\":[{\"code\":"
                + "\"BASE_TYPE_CHOICES\",\"message\":\"x\"}]}}}},\"message\":\"Invalid Form Body\"}";
        String request = "{\"code\":50035,\"message\":\"Invalid Form Body\",\"errors\":{\"_errors\":"
                + "[{\"code\":\"APPLICATION_COMMAND_TOO_LARGE\",\"message\":\"x\"}]}}";

        assertThat(read(400, array))
                .isEqualTo(new CallOutcome.Refused(
                        400, "50035 Invalid Form Body: activities.0.platform BASE_TYPE_CHOICES"));
        assertThat(read(400, request))
                .isEqualTo(new CallOutcome.Refused(400, "50035 Invalid Form Body: APPLICATION_COMMAND_TOO_LARGE"));
        assertThat(read(400, form("content", "BASE_TYPE_MAX_LENGTH")))
                .isInstanceOfSatisfying(CallOutcome.Refused.class, refused -> assertThat(refused.code())
                        .isEqualTo(DiscordAnswer.TOO_LONG));
        assertThat(read(400, form("message_reference", "REPLIES_UNKNOWN_MESSAGE")))
                .isInstanceOfSatisfying(CallOutcome.Refused.class, refused -> assertThat(refused.code())
                        .isEqualTo(DiscordAnswer.NO_REPLY));
    }

    @Test
    void anInteractionThatHasItsResponseIsAccepted() {
        assertThat(read(400, "{\"message\":\"Interaction has already been acknowledged.\",\"code\":40060}"))
                .isEqualTo(new CallOutcome.NotModified());
    }

    @Test
    void aServerErrorIsInDoubt() {
        for (int status : new int[] {500, 502, 503, 520}) {
            assertThat(read(status, "{\"message\":\"x\",\"code\":0}")).isInstanceOf(CallOutcome.Unclear.class);
        }
    }

    /** The body has the exact time, and a proxy answers without one. */
    @Test
    void theTimeToWaitIsThatOfTheBody() {
        byte[] body = utf8("{\"message\":\"x\",\"retry_after\":64.57,\"global\":false}");

        assertThat(DiscordAnswer.read(429, body, "65"))
                .isEqualTo(new CallOutcome.RetryAfter(Duration.ofMillis(64_570)));
        assertThat(DiscordAnswer.read(429, utf8("<html>"), "65"))
                .isEqualTo(new CallOutcome.RetryAfter(Duration.ofSeconds(65)));
        assertThat(DiscordAnswer.read(429, utf8("<html>"), null))
                .isEqualTo(new CallOutcome.RetryAfter(Duration.ofSeconds(1)));
        assertThat(DiscordAnswer.read(429, utf8("{\"retry_after\":1e9}"), null))
                .isEqualTo(new CallOutcome.RetryAfter(Duration.ofHours(1)));
        assertThat(DiscordAnswer.read(429, utf8("{\"retry_after\":-1}"), null))
                .isEqualTo(new CallOutcome.RetryAfter(Duration.ofSeconds(1)));
        assertThat(DiscordAnswer.read(429, utf8("{\"retry_after\":0.0003}"), null))
                .isEqualTo(new CallOutcome.RetryAfter(Duration.ofMillis(1)));
    }

    /** The examples of https://docs.discord.com/developers/topics/rate-limits. */
    @Test
    void theHeadersOfARateLimitAreData() {
        DiscordRateLimit user = DiscordRateLimit.read(Map.of(
                "X-RateLimit-Limit", "10",
                "X-RateLimit-Remaining", "0",
                "X-RateLimit-Reset", "1470173023.123",
                "X-RateLimit-Reset-After", "64.57",
                "X-RateLimit-Bucket", "abcd1234",
                "X-RateLimit-Scope", "user")::get);
        DiscordRateLimit global =
                DiscordRateLimit.read(Map.of("X-RateLimit-Global", "true", "X-RateLimit-Scope", "global")::get);

        assertThat(user).isEqualTo(new DiscordRateLimit("abcd1234", 10, 0, Duration.ofMillis(64_570), "user"));
        assertThat(user.isExhausted()).isTrue();
        assertThat(user.isGlobal()).isFalse();
        assertThat(global.isGlobal()).isTrue();
        assertThat(global.isExhausted()).isFalse();
        assertThat(DiscordRateLimit.NONE.isGlobal())
                .as("a refusal of the network before the API")
                .isTrue();
        assertThat(DiscordRateLimit.read(name -> null)).isEqualTo(DiscordRateLimit.NONE);
        assertThat(DiscordRateLimit.read(name -> "é x")).isEqualTo(DiscordRateLimit.NONE);
    }

    @Test
    void aReadingCallHasItsResult() {
        assertThat(DiscordAnswer.readResult(200, utf8("{\"id\":\"900\"}"))).isInstanceOf(QueryOutcome.Answered.class);
        assertThat(DiscordAnswer.readResult(401, utf8("{\"message\":\"401: Unauthorized\",\"code\":0}")))
                .isEqualTo(new QueryOutcome.Refused(401, "0 401: Unauthorized"));
        assertThat(DiscordAnswer.readResult(429, utf8("{}"))).isInstanceOf(QueryOutcome.Failed.class);
        assertThat(DiscordAnswer.readResult(503, utf8(""))).isInstanceOf(QueryOutcome.Failed.class);
        assertThat(DiscordAnswer.readResult(200, utf8(""))).isInstanceOf(QueryOutcome.NoAnswer.class);
    }

    /** The types of https://docs.discord.com/developers/interactions/receiving-and-responding. */
    @Test
    void aResponseHasItsType() {
        assertThat(new DiscordResponse.Message("hi").body().toString())
                .isEqualTo(
                        "{\"type\":4,\"data\":{\"content\":\"hi\",\"allowed_mentions\":{\"parse\":[]},\"flags\":64}}");
        assertThat(new DiscordResponse.DeferredUpdate().body().toString()).isEqualTo("{\"type\":6}");
        assertThat(new DiscordResponse.NoChoices().body().toString())
                .isEqualTo("{\"type\":8,\"data\":{\"choices\":[]}}");
        assertThat(new DiscordResponse.Modal(
                                JsonNodeFactory.instance.objectNode().put("title", "t"))
                        .body()
                        .toString())
                .isEqualTo("{\"type\":9,\"data\":{\"title\":\"t\"}}");
    }

    @Test
    void thePathOfACallIsEncoded() {
        assertThat(new DiscordCall.Reaction("1", "2", "👍", true).path())
                .isEqualTo("/channels/1/messages/2/reactions/%F0%9F%91%8D/@me");
        assertThat(new DiscordCall.Reaction("1", "2", "mmLol:216154654256398347", false).path())
                .isEqualTo("/channels/1/messages/2/reactions/mmLol%3A216154654256398347/@me");
        assertThat(new DiscordCall.Respond(new DiscordInteraction("1", "secret", 3), new DiscordResponse.NoChoices())
                        .toString())
                .doesNotContain("secret");
    }

    @Test
    void aNonceIsEqualForEveryRepetition() {
        String nonce = DiscordCall.nonce("run/1", "0");

        assertThat(nonce).hasSizeLessThanOrEqualTo(25).isEqualTo(DiscordCall.nonce("run/1", "0"));
        assertThat(nonce).isNotEqualTo(DiscordCall.nonce("run/1", "1"));
        assertThat(nonce).isNotEqualTo(DiscordCall.nonce("run/2", "0"));
    }

    private static String form(String member, String error) {
        return "{\"code\":50035,\"message\":\"Invalid Form Body\",\"errors\":{\"" + member
                + "\":{\"_errors\":[{\"code\":\"" + error + "\",\"message\":\"x\"}]}}}";
    }

    private static CallOutcome read(int status, String body) {
        return DiscordAnswer.read(status, utf8(body), null);
    }

    private static byte[] utf8(String text) {
        return text.getBytes(StandardCharsets.UTF_8);
    }
}
