package dev.agenthost.runners.localagent.window;

import static org.assertj.core.api.Assertions.assertThat;

import dev.agenthost.protocol.message.Message;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.stream.IntStream;
import org.junit.jupiter.api.Test;

class CompactorTest {

    /** Of a model that reads 4000 tokens. */
    private static final ContextWindow.Bounds SMALL = new ContextWindow.Bounds(400, 2000, SizeMeasure.TOKENS, 2);

    private static final int THREE_QUARTERS = 3000;

    private final List<List<Message>> asked = new ArrayList<>();

    @Test
    void asksWithTheNewestThatASmallerModelCanReadAndCoversAll() {
        ContextWindow grown = window(Optional.of(new Checkpoint("of before", 7)), 100, "x".repeat(400));
        ContextWindow cut = compact(SMALL, grown);

        List<Message> question = asked.getFirst();
        assertThat(size(question)).isLessThanOrEqualTo(THREE_QUARTERS).isGreaterThan(THREE_QUARTERS - 200);
        assertThat(question.getFirst().plainText()).contains("of before");
        assertThat(question.get(question.size() - 2).plainText()).startsWith("98:");
        assertThat(question.getLast().plainText()).startsWith("Put the conversation above in short");
        assertThat(cut.checkpoint()).contains(new Checkpoint("in short", 98));
        assertThat(cut.entries()).extracting(HistoryMessage::seq).containsExactly(99L, 100L);
        assertThat(cut.isFull(SMALL)).isFalse();
    }

    @Test
    void asksWithAllWhereAllCanBeRead() {
        compact(SMALL, window(Optional.empty(), 21, "x".repeat(400)));
        assertThat(asked.getFirst()).hasSize(19 + 1);
        assertThat(asked.getFirst().getFirst().plainText()).startsWith("1:");
    }

    @Test
    void ofAMessageThatAloneIsTooLongItShowsTheEnd() {
        ContextWindow window = window(Optional.empty(), 1, "長".repeat(9000) + "the end");
        ContextWindow cut = compact(SMALL, window);
        assertThat(asked.getFirst()).hasSize(2);
        assertThat(asked.getFirst().getFirst().plainText()).endsWith("the end");
        assertThat(size(asked.getFirst())).isLessThanOrEqualTo(THREE_QUARTERS);
        assertThat(cut.entries()).isEmpty();
    }

    @Test
    void whatALargerModelPutInShortLeavesRoomForTheRest() {
        compact(SMALL, window(Optional.of(new Checkpoint("短".repeat(9000), 7)), 30, "x".repeat(400)));
        assertThat(size(asked.getFirst())).isLessThanOrEqualTo(THREE_QUARTERS);
        assertThat(asked.getFirst()).hasSizeGreaterThan(10);
    }

    @Test
    void countsWhatWasShownInPlaceOfAMessage() {
        ContextWindow window = window(Optional.empty(), 40, "x".repeat(400));
        ContextWindow withPassages = new ContextWindow(
                window.checkpoint(), window.entries(), new MessageReplacements(Map.of("e38", "p".repeat(4 * 2000))));
        compact(SMALL, withPassages);
        assertThat(size(asked.getFirst())).isLessThanOrEqualTo(THREE_QUARTERS);
        assertThat(asked.getFirst()).hasSizeLessThan(15).anySatisfy(message -> assertThat(message.plainText())
                .startsWith("ppp"));
    }

    @Test
    void halfOfACharacterIsNotShown() {
        ContextWindow.Bounds tiny = new ContextWindow.Bounds(400, 300, SizeMeasure.CHARACTERS, 2);
        for (int length = 1000; length < 1002; length++) {
            compact(tiny, window(Optional.empty(), 1, "😀".repeat(length) + (length % 2 == 0 ? "" : ".")));
        }
        assertThat(asked).hasSize(2).allSatisfy(question -> assertThat(
                        Character.isLowSurrogate(question.getFirst().plainText().charAt(0)))
                .isFalse());
    }

    private ContextWindow compact(ContextWindow.Bounds bounds, ContextWindow window) {
        return new Compactor(bounds, question -> {
                    asked.add(question);
                    return Optional.of("in short");
                })
                .fitting(window);
    }

    private static ContextWindow window(Optional<Checkpoint> before, int entries, String text) {
        List<HistoryMessage> said = IntStream.rangeClosed(1, entries)
                .mapToObj(i -> new HistoryMessage(i, "e" + i, i % 2 == 0 ? "user" : "assistant", i + ":" + text))
                .toList();
        return new ContextWindow(before, said, new MessageReplacements(Map.of()));
    }

    private static int size(List<Message> messages) {
        return messages.stream()
                .map(Message::plainText)
                .mapToInt(SizeMeasure.TOKENS::of)
                .sum();
    }
}
