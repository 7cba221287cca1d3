package dev.agenthost.protocol.json;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.nio.charset.StandardCharsets;
import java.util.Set;
import org.junit.jupiter.api.Test;

class TokenLimitTest {
    @Test
    void aDocumentOfOthersHasSoManyNamesAndValues() throws UndecodableException {
        assertThat(ProtocolCodec.readTree(objects(ProtocolCodec.MAX_TOKENS_OF_OTHERS / 2 - 10)))
                .isNotEmpty();

        assertThatThrownBy(() -> ProtocolCodec.readTree(objects(ProtocolCodec.MAX_TOKENS_OF_OTHERS / 2 + 1)))
                .isInstanceOf(UndecodableException.class)
                .hasMessageStartingWith("$ has too many members and values, more than ");
    }

    @Test
    void oneOfOursHasMoreOfThemAndNotAnyNumber() throws UndecodableException {
        String ours = text(ProtocolCodec.MAX_TOKENS_OF_OTHERS);
        assertThat(ProtocolCodec.readTree(ours)).isNotEmpty();

        assertThatThrownBy(() -> ProtocolCodec.readTree(text(ProtocolCodec.MAX_TOKENS / 2 + 1)))
                .isInstanceOf(UndecodableException.class);
    }

    @Test
    void theFirstFieldsOfABrokenDocumentAreRead() {
        var found = TopLevelFields.read(
                "{\"seq_id\":7,\"x\":{\"seq_id\":8},\"action\":\"a\",\"data\":[}", Set.of("seq_id", "action", "code"));
        assertThat(found.toString()).isEqualTo("{\"seq_id\":7,\"action\":\"a\"}");
        assertThat(TopLevelFields.read("nonsense", Set.of("seq_id"))).isEmpty();
    }

    private static byte[] objects(int count) {
        return text(count).getBytes(StandardCharsets.UTF_8);
    }

    private static String text(int count) {
        return "[" + "{},".repeat(count) + "{}]";
    }
}
