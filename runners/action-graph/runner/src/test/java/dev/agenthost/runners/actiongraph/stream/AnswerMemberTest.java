package dev.agenthost.runners.actiongraph.stream;

import static org.assertj.core.api.Assertions.assertThat;

import dev.agenthost.protocol.json.ProtocolCodec;
import java.util.Random;
import org.junit.jupiter.api.Test;

/** Tests the text of an answer in a native call. */
class AnswerMemberTest {
    @Test
    void theMessageOfAnAnswerIsReleasedAsItComes() {
        AnswerMember member = new AnswerMember();

        assertThat(member.add("{\"kind\": \"ans")).isEmpty();
        assertThat(member.add("wer\", \"message\": \"Good mor")).isEqualTo("Good mor");
        assertThat(member.add("ning.\\")).isEqualTo("ning.");
        assertThat(member.add("nBye")).isEqualTo("\nBye");
        assertThat(member.add(".\"}")).isEqualTo(".");
    }

    @Test
    void aMessageBeforeItsKindIsHeldBack() {
        AnswerMember member = new AnswerMember();

        assertThat(member.add("{\"message\":\"Good morning.\"")).isEmpty();
        assertThat(member.add(",\"calls\":[],\"kind\":\"done\"}")).isEqualTo("Good morning.");
    }

    @Test
    void theMessageOfADeclarationIsNotReleased() {
        for (String other : new String[] {
            "{\"kind\":\"act\",\"message\":\"I look.\",\"calls\":[]}",
            "{\"message\":\"I look.\",\"kind\":\"act\"}",
            "{\"message\":\"no kind\"}",
            "{\"payload\":{\"kind\":\"answer\",\"message\":\"nested\"}}",
            "[{\"kind\":\"answer\",\"message\":\"a list\"}]",
            "{\"kind\":\"answer\",\"note\":\"message\",\"other\":\"words\"}",
            "\"kind answer message\"",
        }) {
            assertThat(new AnswerMember().add(other)).as(other).isEmpty();
        }
    }

    @Test
    void escapesAreDecodedWhereverTheTextIsCut() throws Exception {
        String text = "\"q\" \\ / \b\f\n\r\t \u0001 é 漢 \uD83D\uDE00 end";
        String plain = ProtocolCodec.mapper()
                .createObjectNode()
                .put("kind", "answer")
                .put("message", text)
                .toString();
        StringBuilder escaped = new StringBuilder();
        for (char unit : plain.toCharArray()) {
            escaped.append(unit < 128 ? String.valueOf(unit) : "\\u%04x".formatted((int) unit));
        }
        Random random = new Random(7);
        for (String json : new String[] {plain, escaped.toString()}) {
            assertThat(ProtocolCodec.mapper().readTree(json).path("message").asText())
                    .isEqualTo(text);
            for (int round = 0; round < 200; round++) {
                AnswerMember member = new AnswerMember();
                StringBuilder released = new StringBuilder();
                for (int at = 0; at < json.length(); ) {
                    int end = Math.min(json.length(), at + 1 + random.nextInt(4));
                    String part = member.add(json.substring(at, end));
                    assertThat(part.isEmpty() || !Character.isHighSurrogate(part.charAt(part.length() - 1)))
                            .as("a character is released whole")
                            .isTrue();
                    released.append(part);
                    at = end;
                }
                assertThat(released).hasToString(text);
            }
        }
    }

    @Test
    void whatIsNoJsonStringReleasesNothingMore() {
        for (String broken : new String[] {"a\\q", "a\\uD83Dx", "a\\u12G4", "a\nb"}) {
            assertThat(new AnswerMember().add("{\"kind\":\"answer\",\"message\":\"" + broken + " more\"}"))
                    .as(broken)
                    .isEqualTo("a");
        }
    }
}
