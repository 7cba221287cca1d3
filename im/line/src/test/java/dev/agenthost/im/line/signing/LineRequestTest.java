package dev.agenthost.im.line.signing;

import static org.assertj.core.api.Assertions.assertThat;

import dev.agenthost.testkit.line.SignedLineWebhook;
import java.nio.charset.StandardCharsets;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

class LineRequestTest {
    private static final List<String> SECRETS = List.of("", "next", "now");

    @ParameterizedTest
    @ValueSource(strings = {"now", "next"})
    void aRequestWithALiveSecretHasItsPayload(String secret) {
        assertThat(read(SignedLineWebhook.of("{\"events\":[]}", secret)))
                .isInstanceOfSatisfying(LineRequest.Signed.class, signed -> assertThat(signed.payload())
                        .hasToString("{\"events\":[]}"));
    }

    @Test
    void aBodyThatIsNoJsonIsAText() {
        assertThat(read(SignedLineWebhook.of("no JSON ü", "now")))
                .isInstanceOfSatisfying(
                        LineRequest.Signed.class,
                        signed -> assertThat(signed.payload().textValue()).isEqualTo("no JSON ü"));
    }

    @Test
    void anotherSecretAndAnotherBodyAreUnauthentic() {
        assertThat(read(SignedLineWebhook.of("{}", "old"))).isEqualTo(new LineRequest.Unauthentic());
        SignedLineWebhook signed = SignedLineWebhook.of("{}", "now");
        assertThat(read(new SignedLineWebhook(signed.signature(), "{ }"))).isEqualTo(new LineRequest.Unauthentic());
    }

    private static LineRequest read(SignedLineWebhook webhook) {
        return LineRequest.read(
                new LineSignature(webhook.signature()), webhook.body().getBytes(StandardCharsets.UTF_8), SECRETS);
    }
}
