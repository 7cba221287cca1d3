package dev.agenthost.binding.api.http;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.agenthost.protocol.json.ProtocolCodec;
import dev.agenthost.protocol.json.UndecodableException;
import java.nio.charset.StandardCharsets;
import org.junit.jupiter.api.Test;

class YamlBodyTest {
    @Test
    void isReadAsATreeOfJson() throws UndecodableException {
        assertThat(YamlBody.read("a: [1, x]".getBytes(StandardCharsets.UTF_8)).toString())
                .isEqualTo("{\"a\":[1,\"x\"]}");
    }

    @Test
    void isRefusedBeforeThereIsATreeOfTooManyValues() {
        byte[] body =
                ("[" + "{},".repeat(ProtocolCodec.MAX_TOKENS_OF_OTHERS / 2) + "{}]").getBytes(StandardCharsets.UTF_8);

        assertThatThrownBy(() -> YamlBody.read(body))
                .isInstanceOfSatisfying(UndecodableException.class, thrown -> assertThat(thrown.why())
                        .isEqualTo("contains too many values"));
    }
}
