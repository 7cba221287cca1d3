package dev.agenthost.context.transcript;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.stream.Collectors;
import java.util.stream.IntStream;
import org.junit.jupiter.api.Test;

class TermVectorTest {
    private final Analysis words = new WhitespaceAnalysis();

    @Test
    void everyTermHasItsPositions() {
        assertThat(TermVector.of(words, "to be or not to be")).isEqualTo("'to':1,5 'be':2,6 'or':3 'not':4");
    }

    @Test
    void anEmptyTextHasNoTerms() {
        assertThat(TermVector.of(words, null)).isEmpty();
        assertThat(TermVector.of(words, "")).isEmpty();
    }

    @Test
    void quotesAndBackslashesAreDoubled() {
        assertThat(TermVector.of(words, "don't \\ ':1")).isEqualTo("'don''t':1 '\\\\':2 ''':1':3");
    }

    @Test
    void aLexemeThatIsTooLongIsLeftOut() {
        assertThat(TermVector.of(words, "a " + "字".repeat(683) + " b")).isEqualTo("'a':1 'b':3");
    }

    @Test
    void positionsEndAtTheLimitOfTheDatabase() {
        String vector = TermVector.of(words, "x ".repeat(16_390) + "late late");

        assertThat(vector).endsWith(" 'late'");
        assertThat(vector.split(",")).hasSize(TermVector.MOST_POSITIONS);
    }

    @Test
    void termsBeyondTheSizeOfAVectorAreLeftOut() {
        String text = IntStream.range(0, 200_000).mapToObj(Integer::toHexString).collect(Collectors.joining(" "));

        int lexemes = TermVector.of(words, text).split(" ").length;

        assertThat(lexemes).isBetween(40_000, 200_000 - 1);
        assertThat(TermVector.of(words, text + " more")).isEqualTo(TermVector.of(words, text));
    }
}
