package dev.agenthost.protocol.json;

import static org.assertj.core.api.Assertions.assertThat;

import com.fasterxml.jackson.databind.JsonNode;
import java.util.List;
import java.util.Map;
import java.util.Set;
import org.junit.jupiter.api.Test;

class MemberNamesTest {

    record Leaf(String displayName, JsonNode anything) {}

    record Tree(List<Leaf> leaves, Leaf bestLeaf, Map<String, String> labels, int timeoutSeconds) {}

    @Test
    void namesWhatARecordDoesNotHaveAtAnyDepthAndWhatWasMeant() throws UndecodableException {
        assertThat(
                        unknown(
                                "{\"leaves\":[{\"display_name\":\"a\"},{\"displayname\":\"b\"}],\"timeout_second\":3,\"zebra\":1}"))
                .containsExactly(
                        "leaves[1].displayname is no member here and was ignored; display_name is",
                        "timeout_second is no member here and was ignored; timeout_seconds is",
                        "zebra is no member here and was ignored");
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
        assertThat(found.getFirst()).startsWith("a?[31m is no member");
    }

    @Test
    void findsTheNameThatWasMeantAtTheEndOfAPath() {
        assertThat(MemberNames.meant("leaves[3].dispaly_name", Tree.class)).isEqualTo("; display_name is");
        assertThat(MemberNames.meant("bestLeaf", Tree.class)).isEqualTo("; best_leaf is");
        assertThat(MemberNames.meant("labels.x", Tree.class)).isEmpty();
        assertThat(MemberNames.meant("qqqqqqqqqq", Tree.class)).isEmpty();
        assertThat(MemberNames.meant("limt", Set.of("limit", "cursor"))).isEqualTo("; limit is");
    }

    private static List<String> unknown(String body) throws UndecodableException {
        return MemberNames.unknown(ProtocolCodec.readTree(body), Tree.class);
    }
}
