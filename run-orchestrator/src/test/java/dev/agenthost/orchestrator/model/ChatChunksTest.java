package dev.agenthost.orchestrator.model;

import static org.assertj.core.api.Assertions.assertThat;

import com.fasterxml.jackson.databind.JsonNode;
import java.util.ArrayList;
import java.util.List;
import net.jqwik.api.ForAll;
import net.jqwik.api.Property;
import net.jqwik.api.constraints.IntRange;
import net.jqwik.api.constraints.Size;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

class ChatChunksTest {
    @Test
    void marksOnlyTheLastChunk() {
        List<JsonNode> pieces = pieces(false, text("Hel"), text("lo"), finished());

        assertThat(pieces)
                .extracting(piece -> piece.at("/chunk/content").asText())
                .containsExactly("Hel", "lo", "");
        assertThat(pieces)
                .extracting(piece -> piece.at("/chunk/is_final").booleanValue())
                .containsExactly(false, false, true);
        assertThat(pieces)
                .extracting(piece -> piece.at("/chunk/msg_sequence").intValue())
                .containsExactly(0, 1, 2);
        assertThat(pieces.getFirst().at("/chunk/role").asText()).isEqualTo("assistant");
        assertThat(pieces.getFirst().at("/chunk/resp_message_id").asText()).isEqualTo("c-1");
        assertThat(pieces.getFirst().path("chunk").has("tool_calls")).isTrue();
    }

    @Test
    void endsAnEmptyAnswer() {
        assertThat(pieces(false)).hasSize(1).allMatch(piece -> piece.at("/chunk/is_final")
                .booleanValue());
    }

    @Test
    void sendsTheUsageAfterTheLastChunk() {
        ChatChunks chunks = new ChatChunks(false);
        chunks.next(
                Models.json(
                        "{\"id\":\"c-1\",\"choices\":[],\"usage\":{\"prompt_tokens\":3,\"completion_tokens\":4,\"total_tokens\":7}}"));

        List<JsonNode> last = chunks.end();

        assertThat(last.get(1))
                .isEqualTo(Models.json("{\"usage\":{\"prompt_tokens\":3,\"completion_tokens\":4,\"total_tokens\":7}}"));
        assertThat(chunks.usage().summary()).isEqualTo("usage prompt=3 completion=4");
    }

    @Test
    void reportsAnAnswerThatTheProviderCut() {
        ChatChunks chunks = new ChatChunks(false);
        chunks.next(Models.json(
                "{\"id\":\"c-1\",\"choices\":[{\"delta\":{\"content\":\"half a\"},\"finish_reason\":\"length\"}]}"));

        assertThat(chunks.end().getLast()).isEqualTo(Models.json("{\"usage\":{},\"finish_reason\":\"length\"}"));
    }

    @Test
    void doesNotStoreACallWithAnOversizedName() {
        List<JsonNode> pieces = pieces(
                false,
                call("{\"index\":0,\"id\":\"" + "i".repeat(1_001) + "\",\"function\":{\"name\":\"add\"}}"),
                call("{\"index\":0,\"function\":{\"arguments\":\"{}\"}}"));

        assertThat(pieces.getFirst().at("/chunk/tool_calls/0/id").asText()).hasSize(1_001);
        assertThat(pieces.get(1).at("/chunk/tool_calls/0/id").asText()).isEmpty();
    }

    @Test
    void repeatsIdAndNameInEachChunkOfAToolCall() {
        List<JsonNode> pieces = pieces(
                false,
                call(
                        "{\"index\":0,\"id\":\"a\",\"type\":\"function\",\"function\":{\"name\":\"add\",\"arguments\":\"\"}}"),
                call("{\"index\":0,\"function\":{\"arguments\":\"{\\\"x\\\":\"}}"),
                call("{\"index\":1,\"id\":\"b\",\"function\":{\"name\":\"sub\",\"arguments\":\"{}\"}}"),
                call("{\"index\":0,\"id\":null,\"function\":{\"name\":null,\"arguments\":\"1}\"}}"));

        assertThat(pieces.subList(0, 4))
                .extracting(piece -> piece.at("/chunk/tool_calls/0"))
                .extracting(one ->
                        one.path("id").asText() + " " + one.at("/function/name").asText() + " "
                                + one.at("/function/arguments").asText())
                .containsExactly("a add ", "a add {\"x\":", "b sub {}", "a add 1}");
        assertThat(pieces.getFirst().at("/chunk/tool_calls/0/type").asText()).isEqualTo("function");
    }

    @Test
    void joinsASplitSurrogatePair() {
        List<JsonNode> pieces = pieces(false, text("hi \\ud83d"), text("\\udc4b!"));

        assertThat(pieces)
                .extracting(piece -> piece.at("/chunk/content").asText())
                .containsExactly("hi ", "👋!", "");
    }

    @Test
    void wrapsReasoningInThinkTags() {
        JsonNode[] events = {
            Models.json("{\"choices\":[{\"delta\":{\"reasoning_content\":\"hm\"}}]}"),
            Models.json("{\"choices\":[{\"delta\":{\"reasoning_content\":\"m\"}}]}"),
            text("yes")
        };
        assertThat(said(pieces(false, events))).isEqualTo("<think>\nhmm\n</think>\nyes");
        assertThat(said(pieces(true, events))).isEqualTo("yes");
        assertThat(said(pieces(false, events[0]))).isEqualTo("<think>\nhm\n</think>\n");
    }

    @Property
    void removesAThoughtAtAnyChunkBoundary(@ForAll @Size(max = 20) List<@IntRange(min = 0, max = 60) Integer> cuts) {
        String text = "<think>a < b </thin ></think>\n\nso <thinking> is <b> <think>again</think>not</think> it <thin";
        List<Integer> places = new ArrayList<>(cuts);
        places.replaceAll(cut -> Math.min(cut, text.length()));
        places.add(text.length());
        places.sort(null);
        ThinkTagFilter thoughts = new ThinkTagFilter();
        StringBuilder visible = new StringBuilder();
        int from = 0;
        for (int to : places) {
            visible.append(thoughts.next(text.substring(from, to)));
            from = to;
        }
        visible.append(thoughts.end());

        assertThat(visible).hasToString("so <thinking> is <b> not</think> it <thin");
    }

    @ParameterizedTest
    @CsvSource({"<think>never,''", "<think>a</think>b,b", "plain,plain", "a<think></think>b,ab", "<thi,<thi"})
    void removesThoughtsOfACompleteAnswer(String said, String visible) {
        JsonNode answer =
                Models.json("{\"choices\":[{\"message\":{\"role\":\"assistant\",\"content\":\"" + said + "\"}}]}");

        assertThat(ChatAnswer.read(answer, true)
                        .orElseThrow()
                        .data()
                        .at("/message/content")
                        .asText())
                .isEqualTo(visible);
        assertThat(ChatAnswer.read(answer, false)
                        .orElseThrow()
                        .data()
                        .at("/message/content")
                        .asText())
                .isEqualTo(said);
    }

    @Test
    void refusesAnAnswerWithoutAChoice() {
        assertThat(ChatAnswer.read(Models.json("{\"choices\":[]}"), false)).isEmpty();
        assertThat(ChatAnswer.read(Models.json("[]"), false)).isEmpty();
        assertThat(ChatAnswer.read(Models.json("{\"choices\":[{\"message\":\"hi\"}]}"), false))
                .isEmpty();
    }

    private static List<JsonNode> pieces(boolean removeThink, JsonNode... events) {
        ChatChunks chunks = new ChatChunks(removeThink);
        List<JsonNode> pieces = new ArrayList<>();
        for (JsonNode event : events) {
            pieces.addAll(chunks.next(event));
        }
        pieces.addAll(chunks.end());
        return pieces;
    }

    private static String said(List<JsonNode> pieces) {
        StringBuilder text = new StringBuilder();
        pieces.forEach(piece -> text.append(piece.at("/chunk/content").asText()));
        return text.toString();
    }

    private static JsonNode text(String content) {
        return Models.json("{\"id\":\"c-1\",\"choices\":[{\"delta\":{\"content\":\"" + content + "\"}}]}");
    }

    private static JsonNode call(String call) {
        return Models.json("{\"choices\":[{\"delta\":{\"content\":null,\"tool_calls\":[" + call + "]}}]}");
    }

    private static JsonNode finished() {
        return Models.json("{\"choices\":[{\"delta\":{},\"finish_reason\":\"stop\"}]}");
    }
}
