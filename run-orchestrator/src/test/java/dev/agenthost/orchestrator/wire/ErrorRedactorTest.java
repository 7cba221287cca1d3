package dev.agenthost.orchestrator.wire;

import static org.assertj.core.api.Assertions.assertThat;

import dev.agenthost.platform.security.SecretRedactor;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

class ErrorRedactorTest {
    private static final SecretRedactor SECRECY = SecretRedactor.of(List.of("top/secret", "123456789"));

    @ParameterizedTest
    @ValueSource(
            strings = {
                "{\"a\":\"top/secret\"}",
                "{\"a\":\"top\\/secret\"}",
                "{\"a\":\"t\\u006fp\\u002Fsecret\"}",
                "[[{\"top\\/secret\":true}]]",
                "{\"a\":9123456789.5}"
            })
    void howeverItIsWrittenItIsTakenOut(String text) {
        assertThat(ErrorRedactor.without(text, SECRECY))
                .doesNotContain("secret")
                .doesNotContain("123456789");
    }

    /** The cut comes after: half a secret is one too. */
    @Test
    void redactsASecretAtTheTruncation() {
        String text = "{\"message\":\"" + "a ".repeat(147) + "top\\/secret\"}";

        assertThat(ErrorRedactor.without(text, SECRECY)).doesNotContain("top");
    }
}
