package dev.agenthost.context.transcript;

import static org.assertj.core.api.Assertions.assertThat;

import dev.agenthost.context.transcript.Snippet.Range;
import dev.agenthost.context.transcript.lucene.LuceneAnalysis;
import java.util.Set;
import org.junit.jupiter.api.Test;

class SnippetTest {
    private final Analysis analysis = new LuceneAnalysis();

    @Test
    void aShortTextIsShownWhole() {
        Snippet snippet = snippet("A cold beer, two cold beers", "cold", "beer");

        assertThat(snippet.text()).isEqualTo("A cold beer, two cold beers");
        assertThat(snippet.highlights())
                .containsExactly(new Range(2, 6), new Range(7, 11), new Range(17, 21), new Range(22, 27));
    }

    @Test
    void overlappingPairsOfCharactersAreOneHighlight() {
        Snippet snippet = snippet("我的数据库连接信息", "数据", "据库", "库连");

        assertThat(shown(snippet)).containsExactly("数据库连");
    }

    @Test
    void aLongTextIsCutAroundTheFirstMatch() {
        Snippet snippet = snippet("x ".repeat(500) + "here " + "y ".repeat(500) + "here", "here");

        assertThat(snippet.text()).hasSize(Snippet.LENGTH);
        assertThat(snippet.highlights()).containsExactly(new Range(Snippet.BEFORE, Snippet.BEFORE + 4));
    }

    @Test
    void offsetsCountCodePoints() {
        Snippet snippet = snippet("👍".repeat(100) + " here " + "👍".repeat(200), "here");

        assertThat(shown(snippet)).containsExactly("here");
        assertThat(snippet.text()).doesNotMatch("(?s)^[\\uDC00-\\uDFFF].*|.*[\\uD800-\\uDBFF]$");
        assertThat(snippet.text().codePoints().allMatch(Character::isDefined)).isTrue();
    }

    @Test
    void aMatchBeyondTheSnippetIsTruncated() {
        Snippet snippet = snippet("字".repeat(400), "字字");

        assertThat(shown(snippet)).containsExactly("字".repeat(Snippet.LENGTH));
    }

    @Test
    void withoutAMatchInReachTheSnippetIsTheBeginning() {
        Snippet snippet = snippet("begin " + "x ".repeat(Snippet.READ_LIMIT) + "here", "here");

        assertThat(snippet.text()).startsWith("begin x");
        assertThat(snippet.highlights()).isEmpty();
    }

    private Snippet snippet(String text, String... lexemes) {
        return Snippet.of(analysis, text, Set.of(lexemes));
    }

    private static java.util.List<String> shown(Snippet snippet) {
        int[] characters = snippet.text().codePoints().toArray();
        return snippet.highlights().stream()
                .map(range -> new String(characters, range.start(), range.end() - range.start()))
                .toList();
    }
}
