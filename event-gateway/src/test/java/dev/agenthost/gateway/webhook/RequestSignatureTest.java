package dev.agenthost.gateway.webhook;

import static org.assertj.core.api.Assertions.assertThat;

import dev.agenthost.protocol.security.WebhookSignature;
import java.nio.charset.StandardCharsets;
import java.time.Instant;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

class RequestSignatureTest {
    private static final Instant NOW = Instant.ofEpochSecond(1_674_087_231);

    /** The example of the documentation (https://docs.github.com/en/webhooks/using-webhooks/validating-webhook-deliveries). */
    @Test
    void theExampleOfGitHubMatches() {
        Map<String, String> headers = Map.of(
                "X-Hub-Signature-256", "sha256=757107ea0eb2509fc211221cce984b8a37570b6d7586c22c46f4379c8b043e17");

        assertThat(matches(SignatureForm.GITHUB, headers, "Hello, World!", "It's a Secret to Everybody"))
                .isTrue();
        assertThat(matches(SignatureForm.GITHUB, headers, "Hello, World?", "It's a Secret to Everybody"))
                .isFalse();
        assertThat(matches(SignatureForm.GITHUB, headers, "Hello, World!", "It's a Secret"))
                .isFalse();
        assertThat(matches(SignatureForm.GITHUB, Map.of(), "Hello, World!", "It's a Secret to Everybody"))
                .isFalse();
    }

    /** The example of the libraries of the standard (https://github.com/standard-webhooks/standard-webhooks/tree/main/libraries). */
    @Test
    void theExampleOfStandardWebhooksMatches() {
        Instant then = Instant.ofEpochSecond(1_614_265_330);
        Map<String, String> headers = new HashMap<>(Map.of(
                "webhook-id", "msg_p5jXN8AQM9LWM0D4loKWxJek",
                "webhook-timestamp", "1614265330",
                "webhook-signature", "v2,other v1,g0hM9SsE+OTPJTGt/tmIKtSyZlE3uFJELVlNIOLJ1OE="));
        String body = "{\"test\": 2432232314}";
        String secret = "whsec_MfKQ9r8GKYqrTwjUPD8ILPZIo2LaLaSw";

        assertThat(matches(SignatureForm.STANDARD, headers, body, then, "another", secret))
                .isTrue();
        assertThat(matches(SignatureForm.STANDARD, headers, body, then, "another"))
                .isFalse();
        headers.put("webhook-id", "msg_other");
        assertThat(matches(SignatureForm.STANDARD, headers, body, then, secret)).isFalse();
        headers.remove("webhook-id");
        assertThat(matches(SignatureForm.STANDARD, headers, body, then, secret)).isFalse();
    }

    @ParameterizedTest
    @CsvSource({"0,true", "300,true", "301,false", "-300,true", "-301,false"})
    void aSignatureIsFreshFor300Seconds(long age, boolean isFresh) {
        WebhookSignature signature = WebhookSignature.of(utf8("s"), NOW.minusSeconds(age), utf8("{}"));

        assertThat(matches(SignatureForm.AGENTHOST, headers(signature), "{}", NOW, "old", "s"))
                .isEqualTo(isFresh);
    }

    @ParameterizedTest
    @ValueSource(strings = {"", "1674087231.5", "-1", "1674087232", "999999999999", "now"})
    void anotherTimestampDoesNotMatch(String timestamp) {
        Map<String, String> headers = headers(WebhookSignature.of(utf8("s"), NOW, utf8("{}")));
        headers.put(WebhookSignature.TIMESTAMP_HEADER, timestamp);

        assertThat(matches(SignatureForm.AGENTHOST, headers, "{}", NOW, "s")).isFalse();
    }

    @Test
    void anEmptySecretMatchesNothing() {
        assertThat(matches(
                        SignatureForm.AGENTHOST,
                        headers(WebhookSignature.of(utf8(" "), NOW, utf8("{}"))),
                        "{}",
                        NOW,
                        ""))
                .isFalse();
        assertThat(matches(SignatureForm.AGENTHOST, Map.of(), "{}", NOW, "s")).isFalse();
    }

    private static Map<String, String> headers(WebhookSignature signature) {
        return new HashMap<>(Map.of(
                WebhookSignature.TIMESTAMP_HEADER, signature.timestamp(),
                WebhookSignature.SIGNATURE_HEADER, signature.value()));
    }

    private static boolean matches(SignatureForm form, Map<String, String> headers, String body, String secret) {
        return matches(form, headers, body, NOW, secret);
    }

    private static boolean matches(
            SignatureForm form, Map<String, String> headers, String body, Instant now, String... live) {
        return RequestSignature.matches(form, headers::get, utf8(body), List.of(live), now);
    }

    private static byte[] utf8(String text) {
        return text.getBytes(StandardCharsets.UTF_8);
    }
}
