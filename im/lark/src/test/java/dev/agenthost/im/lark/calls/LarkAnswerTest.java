package dev.agenthost.im.lark.calls;

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
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.MethodSource;

class LarkAnswerTest {
    private static final String CREATE =
            "https://open.larkoffice.com/document/uAjLw4CM/ukTMukTMukTM/reference/im-v1/message/create.md";
    private static final String REPLY =
            "https://open.larkoffice.com/document/uAjLw4CM/ukTMukTMukTM/reference/im-v1/message/reply.md";
    private static final String CARD =
            "https://open.larkoffice.com/document/uAjLw4CM/ukTMukTMukTM/cardkit-v1/card/create.md";
    private static final String TEXT = "https://open.larkoffice.com/document/cardkit-v1/card-element/content.md";
    private static final String RATES = "https://open.larkoffice.com/document/ukTMukTMukTM/uUzN04SN3QjL1cDN.md";

    static Stream<Arguments> answers() {
        return Stream.of(
                Arguments.of(CREATE, 200, accepted("om_1"), null, new CallOutcome.Accepted("om_1")),
                Arguments.of("no message", 200, "{\"code\":0,\"data\":{}}", null, new CallOutcome.Accepted(null)),
                Arguments.of(RATES, 429, refusal(99991400), "52", new CallOutcome.RetryAfter(Duration.ofSeconds(52))),
                Arguments.of(RATES, 400, refusal(99991400), "3", new CallOutcome.RetryAfter(Duration.ofSeconds(3))),
                Arguments.of("no header", 429, "", null, new CallOutcome.RetryAfter(Duration.ofSeconds(1))),
                Arguments.of("no number", 429, "", "soon", new CallOutcome.RetryAfter(Duration.ofSeconds(1))),
                Arguments.of("zero", 429, "", "0", new CallOutcome.RetryAfter(Duration.ofSeconds(1))),
                Arguments.of("too long", 429, "", "99999", new CallOutcome.RetryAfter(Duration.ofHours(1))),
                Arguments.of(CREATE, 400, refusal(230020), null, new CallOutcome.RetryAfter(Duration.ofSeconds(1))),
                Arguments.of(
                        CARD, 200, "{\"code\":0,\"data\":{\"card_id\":\"7\"}}", null, new CallOutcome.Accepted("7")),
                Arguments.of(TEXT, 400, refusal(200810), null, new CallOutcome.RetryAfter(Duration.ofSeconds(1))),
                Arguments.of(TEXT, 400, refusal(300120), null, new CallOutcome.Failed(300120, "why")),
                Arguments.of(TEXT, 400, refusal(300309), null, new CallOutcome.Refused(300309, "why")),
                Arguments.of(REPLY, 400, refusal(230049), null, new CallOutcome.Unclear("why")),
                Arguments.of(CREATE, 400, refusal(230002), null, new CallOutcome.Refused(230002, "why")),
                Arguments.of(CREATE, 200, refusal(230013), null, new CallOutcome.Refused(230013, "why")),
                Arguments.of(
                        "no words", 400, "{\"code\":230001}", null, new CallOutcome.Refused(230001, "no reason given")),
                Arguments.of("a server between", 403, "<html>", null, new CallOutcome.Refused(403, "status 403")),
                Arguments.of("a fault", 500, refusal(1500), null, new CallOutcome.Unclear("status 500")),
                Arguments.of("a gateway", 502, "<html>", null, new CallOutcome.Unclear("status 502")),
                Arguments.of("no JSON", 200, "ok", null, new CallOutcome.Unclear("status 200, and no code")),
                Arguments.of("no code", 200, "{}", null, new CallOutcome.Unclear("status 200, and no code")));
    }

    @ParameterizedTest(name = "{0} {1} {2}")
    @MethodSource("answers")
    void anAnswerIsAnOutcome(String source, int status, String body, @Nullable String reset, CallOutcome expected) {
        assertThat(LarkAnswer.read(status, bytes(body), reset)).isEqualTo(expected);
    }

    /** https://open.larkoffice.com/document/server-docs/api-call-guide/generic-error-code.md */
    @ParameterizedTest
    @CsvSource({
        "99991661,true,false",
        "99991663,true,false",
        "401,true,false",
        "230027,false,true",
        "230035,false,true",
        "230001,false,false"
    })
    void aRefusalConcernsTheTokenOrTheRight(int code, boolean isUnauthorized, boolean isForbidden) {
        assertThat(LarkAnswer.isUnauthorized(code)).isEqualTo(isUnauthorized);
        assertThat(LarkAnswer.isForbidden(code)).isEqualTo(isForbidden);
        assertThat(LarkAnswer.refusesToken(new CallOutcome.Refused(code, "why")))
                .isEqualTo(isUnauthorized);
    }

    @Test
    void aQueryHasItsDataOrTheWholeAnswer() {
        assertThat(LarkAnswer.readResult(200, bytes("{\"code\":0,\"data\":{\"image_key\":\"k\"}}")))
                .isInstanceOfSatisfying(QueryOutcome.Answered.class, answered -> assertThat(
                                answered.result().path("image_key").asText())
                        .isEqualTo("k"));
        assertThat(LarkAnswer.readResult(200, bytes("{\"code\":0,\"bot\":{\"open_id\":\"ou_1\"}}")))
                .isInstanceOfSatisfying(QueryOutcome.Answered.class, answered -> assertThat(
                                answered.result().at("/bot/open_id").asText())
                        .isEqualTo("ou_1"));
        assertThat(LarkAnswer.readResult(400, bytes(refusal(234006))))
                .isEqualTo(new QueryOutcome.Refused(234006, "why"));
        assertThat(LarkAnswer.readResult(400, bytes(refusal(99991400)))).isEqualTo(new QueryOutcome.Failed(429, "why"));
        assertThat(LarkAnswer.readResult(503, bytes(""))).isEqualTo(new QueryOutcome.Failed(503, "no reason given"));
        assertThat(LarkAnswer.readResult(200, bytes(""))).isInstanceOf(QueryOutcome.NoAnswer.class);
    }

    private static String accepted(String id) {
        return "{\"code\":0,\"msg\":\"success\",\"data\":{\"message_id\":\"" + id + "\"}}";
    }

    private static String refusal(int code) {
        return "{\"code\":" + code + ",\"msg\":\"why\"}";
    }

    private static byte[] bytes(String text) {
        return text.getBytes(StandardCharsets.UTF_8);
    }
}
