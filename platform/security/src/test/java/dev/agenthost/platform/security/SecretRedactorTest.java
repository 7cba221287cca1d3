package dev.agenthost.platform.security;

import static org.assertj.core.api.Assertions.assertThat;

import com.fasterxml.jackson.databind.JsonNode;
import dev.agenthost.protocol.json.ProtocolCodec;
import dev.agenthost.protocol.json.UndecodableException;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

class SecretRedactorTest {
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
    void howeverItIsWrittenItIsTakenOut(String said) throws UndecodableException {
        assertThat(SECRECY.without(ProtocolCodec.readTree(said)).toString())
                .contains("…")
                .doesNotContain("secret")
                .doesNotContain("123456789");
    }

    @Test
    void whatHoldsNoneIsAsItWas() throws UndecodableException {
        JsonNode said = ProtocolCodec.readTree("{\"a\":[1,2.50,null,true,\"x\"],\"b\":{}}");

        assertThat(SECRECY.without(said)).isEqualTo(said);
        assertThat(SecretRedactor.NONE.without(said)).isSameAs(said);
    }

    @Test
    void aShortWordIsNoSecret() {
        assertThat(SecretRedactor.of(List.of("a", "word")).secrets()).isEmpty();
    }
}
