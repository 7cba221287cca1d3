package dev.agenthost.im.wecom.calls;

import static org.assertj.core.api.Assertions.assertThat;

import com.fasterxml.jackson.databind.node.JsonNodeFactory;
import dev.agenthost.im.chat.calls.CallOutcome;
import dev.agenthost.im.chat.calls.QueryOutcome;
import java.nio.charset.StandardCharsets;
import java.time.Duration;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

/** The codes of https://developer.work.weixin.qq.com/document/path/90455. */
class WeComAnswerTest {
    private static final WeComCall MESSAGE = call("text");
    private static final WeComCall CARD = call("template_card").keyed("part");

    private static WeComCall call(String type) {
        return new WeComCall(JsonNodeFactory.instance.objectNode().put("msgtype", type), "0", null, null, List.of());
    }

    @Test
    void aMessageIsDeliveredWithItsId() {
        assertThat(read(200, "{\"errcode\":0,\"errmsg\":\"ok\",\"msgid\":\"m1\"}"))
                .isEqualTo(new CallOutcome.Accepted("m1"));
    }

    @ParameterizedTest
    @ValueSource(strings = {"invaliduser", "unlicenseduser"})
    void aPersonWhoDoesNotReceiveTheMessageIsForbidden(String list) {
        assertThat(read(200, "{\"errcode\":0,\"msgid\":\"m1\",\"" + list + "\":\"zhangsan\"}"))
                .isInstanceOfSatisfying(CallOutcome.Refused.class, refused -> assertThat(refused.code())
                        .isEqualTo(403));
    }

    /** Another answer may be of a server in between. */
    @ParameterizedTest
    @CsvSource(delimiter = '|', textBlock = """
            200 | {"errcode":0,"errmsg":"ok"}
            200 | {"errmsg":"ok","msgid":"m1"}
            200 | {"errcode":"0","msgid":"m1"}
            200 | <html>
            302 | {"errcode":0,"msgid":"m1"}
            502 | {"errcode":45009}
            """)
    void anAnswerThatIsNotOfTheApiIsUnclear(int status, String body) {
        assertThat(read(status, body)).isInstanceOf(CallOutcome.Unclear.class);
    }

    @ParameterizedTest
    @CsvSource({
        "40001,401", "40014,401", "42001,401", "41001,401", "40013,401", "81013,403", "60111,403", "60020,403",
        "301002,403", "48002,403", "50003,403", "45002,413", "40008,415", "40058,415", "44004,415", "42014,400",
        "40007,400", "93000,400"
    })
    void aRefusalHasACodeAsInHttpAndTheWordsOfThePlatform(int errcode, int code) {
        assertThat(read(200, "{\"errcode\":" + errcode + ",\"errmsg\":\"no\"}"))
                .isEqualTo(new CallOutcome.Refused(code, errcode + " no"));
    }

    @Test
    void tooManyCallsAreMadeLaterAndThoseOfABusyServerAgain() {
        assertThat(read(200, "{\"errcode\":45009}")).isEqualTo(new CallOutcome.RetryAfter(Duration.ofSeconds(60)));
        assertThat(read(200, "{\"errcode\":45033}")).isEqualTo(new CallOutcome.RetryAfter(Duration.ofSeconds(1)));
        assertThat(read(200, "{\"errcode\":-1,\"errmsg\":\"system busy\"}"))
                .isEqualTo(new CallOutcome.Failed(503, "-1 system busy"));
    }

    @Test
    void aCardWhoseTaskIdWasUsedIsThere() {
        assertThat(WeComAnswer.read(200, bytes("{\"errcode\":42014}"), CARD))
                .isEqualTo(new CallOutcome.Accepted(CARD.taskId()));
        assertThat(CARD.taskId()).startsWith("agenthost-");
    }

    @Test
    void anUploadHasAnId() {
        assertThat(WeComAnswer.readUpload(200, bytes("{\"errcode\":0,\"media_id\":\"m1\"}")))
                .isInstanceOf(QueryOutcome.Answered.class);
        assertThat(WeComAnswer.readUpload(200, bytes("{\"errcode\":0}"))).isInstanceOf(QueryOutcome.NoAnswer.class);
        assertThat(WeComAnswer.readUpload(200, bytes("{\"errcode\":45009}"))).isInstanceOf(QueryOutcome.Failed.class);
        assertThat(WeComAnswer.readUpload(200, bytes("{\"errcode\":40006,\"errmsg\":\"no\"}")))
                .isEqualTo(new QueryOutcome.Refused(400, "40006 no"));
    }

    private static CallOutcome read(int status, String body) {
        return WeComAnswer.read(status, bytes(body), MESSAGE);
    }

    private static byte[] bytes(String text) {
        return text.getBytes(StandardCharsets.UTF_8);
    }
}
