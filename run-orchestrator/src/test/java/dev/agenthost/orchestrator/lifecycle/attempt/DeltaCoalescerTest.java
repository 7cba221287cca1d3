package dev.agenthost.orchestrator.lifecycle.attempt;

import static org.assertj.core.api.Assertions.assertThat;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.node.JsonNodeFactory;
import com.fasterxml.jackson.databind.node.TextNode;
import dev.agenthost.orchestrator.run.PendingResult;
import dev.agenthost.protocol.message.Message;
import dev.agenthost.protocol.message.MessageChunk;
import dev.agenthost.protocol.result.MessageCompleted;
import dev.agenthost.protocol.result.MessageDelta;
import java.util.Arrays;
import java.util.List;
import net.jqwik.api.ForAll;
import net.jqwik.api.Property;
import net.jqwik.api.constraints.Size;
import net.jqwik.api.constraints.StringLength;
import org.junit.jupiter.api.Test;

class DeltaCoalescerTest {
    private static final PendingResult MESSAGE = PendingResult.of(new MessageCompleted(Message.assistant("done")));
    private static final JsonNode USAGE = JsonNodeFactory.instance.objectNode().put("total_tokens", 3);

    @Property
    void piecesThatGoOnTogetherSayWhatTheySaidApart(
            @ForAll @Size(max = 6) List<@Size(max = 6) List<@StringLength(max = 6) String>> messages) {
        DeltaCoalescer increments = new DeltaCoalescer();
        StringBuilder text = new StringBuilder();
        for (List<String> message : messages) {
            message.forEach(piece -> increments.addAll(List.of(piece(piece))));
            message.forEach(text::append);
            increments.addAll(List.of(MESSAGE));
            text.append("|");
        }

        int size = increments.size();
        List<PendingResult> all = increments.all();

        assertThat(texts(all)).isEqualTo(text.toString());
        assertThat(all).hasSize(size).hasSizeLessThanOrEqualTo(2 * messages.size());
    }

    @Test
    void oneAloneStaysAsItIs() {
        PendingResult alone = new PendingResult(
                new MessageDelta(new MessageChunk(
                        "assistant", "bob", TextNode.valueOf("hi"), null, null, "m1", null, null, true, 7)),
                12L,
                USAGE);

        assertThat(all(alone)).containsExactly(alone);
    }

    @Test
    void theLastOneSaysWhenAndWhetherItIsTheLastAndWhatItCost() {
        PendingResult last = new PendingResult(
                new MessageDelta(new MessageChunk(
                        "assistant", null, TextNode.valueOf("lo"), null, null, null, null, null, true, 9)),
                13L,
                USAGE);

        List<PendingResult> all = all(piece("hel"), last);

        assertThat(all).hasSize(1);
        assertThat(all.getFirst().timestamp()).isEqualTo(13L);
        assertThat(all.getFirst().usage()).isEqualTo(USAGE);
        MessageChunk chunk = ((MessageDelta) all.getFirst().payload()).chunk();
        assertThat(chunk.plainText()).isEqualTo("hello");
        assertThat(chunk.isFinal()).isTrue();
        assertThat(chunk.msgSequence()).isEqualTo(9);
    }

    @Test
    void whatSaysMoreThanTextStaysWhereItIs() {
        PendingResult tools =
                delta(null, null, JsonNodeFactory.instance.arrayNode().add("call"), TextNode.valueOf("b"));
        PendingResult other = delta("bob", null, null, TextNode.valueOf("d"));
        PendingResult answer = delta("bob", "m2", null, TextNode.valueOf("e"));
        PendingResult costs = new PendingResult(piece("f").payload(), 1L, USAGE);
        PendingResult picture = delta(null, null, null, JsonNodeFactory.instance.arrayNode());

        assertThat(all(piece("a"), tools, piece("c"), other, answer, costs, piece("g"), picture))
                .containsExactly(piece("a"), tools, piece("c"), other, answer, costs, piece("g"), picture);
    }

    @Test
    void aPieceDoesNotGrowWithoutEnd() {
        DeltaCoalescer increments = new DeltaCoalescer();
        for (int i = 0; i < 100; i++) {
            increments.addAll(List.of(piece("x".repeat(10_000))));
        }

        assertThat(increments.all())
                .hasSizeBetween(15, 17)
                .allSatisfy(piece -> assertThat(texts(List.of(piece)).length()).isLessThanOrEqualTo(64 * 1024));
    }

    private static List<PendingResult> all(PendingResult... results) {
        DeltaCoalescer increments = new DeltaCoalescer();
        Arrays.stream(results).forEach(result -> increments.addAll(List.of(result)));
        return List.copyOf(increments.all());
    }

    private static PendingResult piece(String text) {
        return PendingResult.of(new MessageDelta(MessageChunk.assistant(text)));
    }

    private static PendingResult delta(String name, String message, JsonNode tools, JsonNode content) {
        return PendingResult.of(new MessageDelta(
                new MessageChunk("assistant", name, content, tools, null, message, null, null, false, 0)));
    }

    private static String texts(List<PendingResult> results) {
        StringBuilder text = new StringBuilder();
        results.forEach(result -> text.append(
                result.payload() instanceof MessageDelta delta ? delta.chunk().plainText() : "|"));
        return text.toString();
    }
}
