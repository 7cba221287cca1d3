package dev.agenthost.im.onebot.calls;

import static org.assertj.core.api.Assertions.assertThat;

import dev.agenthost.im.chat.calls.CallOutcome;
import java.nio.charset.StandardCharsets;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

class OneBotAnswerTest {

    @Test
    void okHasTheIdOfTheMessage() {
        assertThat(read(200, "{\"status\":\"ok\",\"retcode\":0,\"data\":{\"message_id\":-7}}"))
                .isEqualTo(new CallOutcome.Accepted("-7"));
        assertThat(read(200, "{\"status\":\"ok\",\"retcode\":0,\"data\":null}"))
                .isEqualTo(new CallOutcome.Accepted(null));
    }

    @Test
    void asyncIsAcceptedWithoutAnId() {
        assertThat(read(200, "{\"status\":\"async\",\"retcode\":1,\"data\":null}"))
                .isEqualTo(new CallOutcome.Accepted(null));
    }

    @Test
    void failedIsRefusedWithTheWordsOfTheImplementation() {
        assertThat(read(
                        200,
                        "{\"status\":\"failed\",\"retcode\":100,\"message\":\"muted\",\"wording\":\"you are muted\"}"))
                .isEqualTo(new CallOutcome.Refused(100, "muted; you are muted"));
        assertThat(read(200, "{\"status\":\"failed\",\"retcode\":102}"))
                .isEqualTo(new CallOutcome.Refused(102, "no reason given"));
        assertThat(read(200, "{\"status\":\"failed\",\"message\":\"" + "x".repeat(9000) + "\"}"))
                .isInstanceOfSatisfying(CallOutcome.Refused.class, refused -> assertThat(refused.description())
                        .hasSize(501));
    }

    @ParameterizedTest
    @ValueSource(ints = {400, 401, 403, 404, 406})
    void aStatusOfTheClientIsRefused(int status) {
        assertThat(read(status, "")).isEqualTo(new CallOutcome.Refused(status, "status " + status));
    }

    @ParameterizedTest
    @CsvSource({
        "421,NoAnswer",
        "429,Failed",
        "504,Failed",
        "401,Refused",
        "200,NoAnswer",
    })
    void aQuestionWithoutAnAnswerSaysWhy(int status, String outcome) {
        assertThat(OneBotAnswer.readResult(status, "{}".getBytes(StandardCharsets.UTF_8))
                        .getClass()
                        .getSimpleName())
                .isEqualTo(outcome);
    }

    @Test
    void tooManyRequestsIsNoEffect() {
        assertThat(read(429, "")).isInstanceOf(CallOutcome.Failed.class);
    }

    @ParameterizedTest
    @CsvSource(
            delimiter = '|',
            value = {
                "500|{}",
                "502|<html>",
                "301|",
                "200|",
                "200|no",
                "200|[]",
                "200|{}",
                "200|{\"status\":\"done\"}",
                "200|{\"status\":1}"
            })
    void anythingElseIsUnclear(int status, String body) {
        assertThat(read(status, body == null ? "" : body)).isInstanceOf(CallOutcome.Unclear.class);
    }

    private static CallOutcome read(int status, String body) {
        return OneBotAnswer.read(status, body.getBytes(StandardCharsets.UTF_8));
    }
}
