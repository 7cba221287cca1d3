package dev.agenthost.im.dingtalk.signing;

import static org.assertj.core.api.Assertions.assertThat;

import dev.agenthost.testkit.dingtalk.SignedDingTalkMessage;
import java.nio.charset.StandardCharsets;
import java.time.Instant;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

class DingTalkRequestTest {
    private static final Instant NOW = Instant.ofEpochSecond(1_795_900_000);
    private static final List<String> SECRETS = List.of("", "next", "now");

    @ParameterizedTest
    @ValueSource(strings = {"now", "next"})
    void aRequestWithALiveSecretHasItsPayload(String secret) {
        assertThat(read(SignedDingTalkMessage.of("{\"msgId\":\"m\"}", secret, NOW)))
                .isInstanceOfSatisfying(DingTalkRequest.Signed.class, signed -> assertThat(signed.payload())
                        .hasToString("{\"msgId\":\"m\"}"));
    }

    @Test
    void aBodyThatIsNoJsonIsAText() {
        assertThat(read(SignedDingTalkMessage.of("no JSON", "now", NOW)))
                .isInstanceOfSatisfying(
                        DingTalkRequest.Signed.class,
                        signed -> assertThat(signed.payload().textValue()).isEqualTo("no JSON"));
    }

    @Test
    void anotherSecretAndAnotherTimeAreUnauthentic() {
        assertThat(read(SignedDingTalkMessage.of("{}", "old", NOW))).isEqualTo(new DingTalkRequest.Unauthentic());
        assertThat(read(SignedDingTalkMessage.of("{}", "now", NOW.minusSeconds(301))))
                .isEqualTo(new DingTalkRequest.Unauthentic());
    }

    private static DingTalkRequest read(SignedDingTalkMessage message) {
        return DingTalkRequest.read(
                new DingTalkSignature(message.timestamp(), message.sign()),
                message.body().getBytes(StandardCharsets.UTF_8),
                SECRETS,
                NOW);
    }
}
