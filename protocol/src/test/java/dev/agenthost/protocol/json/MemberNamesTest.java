package dev.agenthost.protocol.json;

import static org.assertj.core.api.Assertions.assertThat;

import com.fasterxml.jackson.databind.JsonNode;
import java.util.List;
import java.util.Map;
import java.util.Set;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

class MemberNamesTest {

    record Leaf(String displayName, JsonNode anything) {}

    record Tree(List<Leaf> leaves, Leaf bestLeaf, Map<String, String> labels, int timeoutSeconds) {}

    @Test
    void namesWhatARecordDoesNotHaveAtAnyDepthAndWhatWasMeant() throws UndecodableException {
        assertThat(
                        unknown(
                                "{\"leaves\":[{\"display_name\":\"a\"},{\"displayname\":\"b\"}],\"timeout_second\":3,\"zebra\":1}"))
                .containsExactly(
                        "leaves[1].displayname is unknown and was ignored; the nearest name is display_name",
                        "timeout_second is unknown and was ignored; the nearest name is timeout_seconds",
                        "zebra is unknown and was ignored");
    }

    @Test
    void looksIntoNothingThatHoldsAnyMember() throws UndecodableException {
        assertThat(unknown("{\"labels\":{\"x\":\"y\"},\"best_leaf\":{\"anything\":{\"x\":{\"y\":1}}},\"leaves\":7}"))
                .isEmpty();
    }

    @Test
    void isBoundedAndShowsNoControlCharacters() throws UndecodableException {
        StringBuilder many = new StringBuilder("{\"a\\u001b[31m\":1");
        for (int i = 0; i < 100; i++) {
            many.append(",\"unheard-of-").append(i).append("\":1");
        }
        List<String> found = unknown(many.append('}').toString());

        assertThat(found).hasSize(10);
        assertThat(found.getFirst()).startsWith("a?[31m is unknown");
    }

    @Test
    void findsTheNameThatWasMeantAtTheEndOfAPath() {
        assertThat(MemberNames.suggestion("leaves[3].dispaly_name", Tree.class))
                .isEqualTo("; the nearest name is display_name");
        assertThat(MemberNames.suggestion("bestLeaf", Tree.class)).isEqualTo("; the nearest name is best_leaf");
        assertThat(MemberNames.suggestion("labels.x", Tree.class)).isEmpty();
        assertThat(MemberNames.suggestion("qqqqqqqqqq", Tree.class)).isEmpty();
        assertThat(MemberNames.suggestion("limt", Set.of("limit", "cursor"))).isEqualTo("; the nearest name is limit");
        assertThat(MemberNames.suggestion("depends", Set.of("depends_on", "deps")))
                .isEqualTo("; the nearest name is depends_on");
    }

    @ParameterizedTest
    @CsvSource({
        "depend_on, depends_on, true",
        "depends, depends_on, true",
        "intnet, intent, true",
        "itnnet, intent, false",
        "dep, depends_on, false",
        "run, run_id, false",
        "dependent, depends_on, false",
        "input, input, false"
    })
    void aTypoDiffersByOneLetterOrLacksTheLastWords(String name, String known, boolean isTypo) {
        assertThat(MemberNames.isTypo(name, known)).isEqualTo(isTypo);
    }

    private static List<String> unknown(String body) throws UndecodableException {
        return MemberNames.unknown(ProtocolCodec.readTree(body), Tree.class);
    }
}
