package dev.agenthost.bench.scale;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.HashMap;
import java.util.HashSet;
import java.util.Map;
import java.util.SplittableRandom;
import java.util.stream.Collectors;
import java.util.stream.IntStream;
import java.util.stream.LongStream;
import org.junit.jupiter.api.Test;

class EntryTextTest {
    @Test
    void sameEntrySaysTheSameEachTime() {
        assertThat(EntryText.of(3, 5, false)).isEqualTo(EntryText.of(3, 5, false));
        assertThat(EntryText.of(3, 5, false)).isNotEqualTo(EntryText.of(3, 6, false));
    }

    @Test
    void latinWordsStandAtTheirPlaces() {
        var latin = LongStream.range(1, 100)
                .mapToObj(seq -> EntryText.of(9, seq, false))
                .filter(said -> said.text().charAt(0) < 128)
                .findFirst()
                .orElseThrow();
        var words = latin.text().replace(".", "").split(" ");
        for (int i = 0; i < words.length; i++) {
            assertThat(latin.terms()).containsPattern("'" + words[i] + "':(\\d+,)*" + (i + 1) + "(,|\\s|$)");
        }
    }

    @Test
    void chineseIsItsCharactersAndItsPairs() {
        var chinese = LongStream.range(1, 100)
                .mapToObj(seq -> EntryText.of(9, seq, false))
                .filter(said -> said.text().charAt(0) > 128)
                .findFirst()
                .orElseThrow();
        var first = chinese.text().substring(0, 1);
        var pair = chinese.text().substring(0, 2);
        assertThat(chinese.terms()).contains("'" + first + "':1").contains("'" + pair + "':1");
        assertThat(chinese.terms()).doesNotContain("，").doesNotContain("。");
    }

    @Test
    void aThirdIsChinese() {
        long chinese = LongStream.rangeClosed(1, 3000)
                .filter(seq -> EntryText.of(2, seq, false).text().charAt(0) > 128)
                .count();
        assertThat(chinese).isBetween(850L, 1150L);
    }

    @Test
    void largeConversationHasWhatSearchesLookFor() {
        var said = LongStream.rangeClosed(1, 1000)
                .mapToObj(
                        seq -> EntryText.of(ConversationRange.LARGE, seq, true).text())
                .collect(Collectors.joining("\n"));
        assertThat(said)
                .contains(SyntheticVocabulary.RARE)
                .contains(SyntheticVocabulary.FIRST + " " + SyntheticVocabulary.SECOND);
    }

    @Test
    void wordsAreAllDifferentAndSafeFromAnAnalysis() {
        var latin = IntStream.range(0, SyntheticVocabulary.LATIN)
                .mapToObj(SyntheticVocabulary::latin)
                .toList();
        assertThat(new HashSet<>(latin))
                .hasSize(SyntheticVocabulary.LATIN)
                .doesNotContain(SyntheticVocabulary.RARE, SyntheticVocabulary.FIRST, SyntheticVocabulary.SECOND);
        assertThat(latin).allMatch(word -> word.matches("[a-z]+[aeiou]"));
        assertThat(IntStream.range(0, SyntheticVocabulary.CHINESE).mapToObj(SyntheticVocabulary::chinese))
                .allMatch(word -> word.codePoints()
                        .allMatch(character -> Character.UnicodeScript.of(character) == Character.UnicodeScript.HAN));
    }

    @Test
    void frequencyFallsAsTheRankRises() {
        var zipf = new Zipf(1000);
        var random = new SplittableRandom(1);
        Map<Integer, Integer> counts = new HashMap<>();
        for (int i = 0; i < 100_000; i++) {
            counts.merge(zipf.rank(random), 1, Integer::sum);
        }
        assertThat(counts.keySet()).allMatch(rank -> rank >= 0 && rank < 1000);
        double ratio = (double) counts.getOrDefault(0, 0) / counts.getOrDefault(9, 1);
        assertThat(ratio).isBetween(8.0, 16.0);
    }
}
