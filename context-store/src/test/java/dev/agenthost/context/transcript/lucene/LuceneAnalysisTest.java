package dev.agenthost.context.transcript.lucene;

import static org.assertj.core.api.Assertions.assertThat;

import dev.agenthost.context.transcript.Analysis;
import dev.agenthost.context.transcript.Term;
import java.util.List;
import java.util.Set;
import java.util.stream.Collectors;
import net.jqwik.api.Arbitraries;
import net.jqwik.api.Arbitrary;
import net.jqwik.api.ForAll;
import net.jqwik.api.Property;
import net.jqwik.api.Provide;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

class LuceneAnalysisTest {
    private static final Analysis ANALYSIS = new LuceneAnalysis();

    @ParameterizedTest
    @CsvSource(
            delimiter = '|',
            value = {
                "The Deployments, FAILED!|the deployment failed",
                "ÉCOLE naïve Straße|ecole naive strasse",
                "Ｆｕｌｌ ｗｉｄｔｈ １２３|full width 123",
                "v1.2.3 a_b don't|v1.2.3 a b don't",
                "www.example.com/config.yaml:12.|www example com config yaml 12",
                "Anna’s phones à l'école|anna phone a ecole",
                "Привет, мир|привет мир",
                "数据库连接|数据 据库 库连 连接",
                "データベース|デー ータ タベ ベー ース",
                "ﾃﾞｰﾀ|デー ータ",
                "ひらがな|ひら らが がな",
                "한국어를|한국 국어 어를",
                "漢|漢",
                "用 Docker 部署|用 docker 部署",
                "ok👍🏽fine|ok 👍🏽 fine"
            })
    void analysesQueriesInAnyScript(String query, String lexemes) {
        assertThat(lexemes(ANALYSIS.ofQuery(query))).containsExactly(lexemes.split(" "));
    }

    @Test
    void aTextAlsoHasItsSingleCharactersEachWhereItsPairBegins() {
        assertThat(ANALYSIS.ofText("数据库 ok"))
                .extracting(term -> term.position() + term.lexeme())
                .containsExactlyInAnyOrder("1数", "1数据", "2据", "2据库", "3库", "4ok");
    }

    @Test
    void offsetsAreThoseOfTheTextAlsoAfterSurrogatePairs() {
        String text = "👍 Ｏｋ 𠮷野家";
        for (Term term : ANALYSIS.ofQuery(text)) {
            String there = text.substring(term.start(), term.end());
            assertThat(lexemes(ANALYSIS.ofQuery(there))).contains(term.lexeme());
        }
        assertThat(lexemes(ANALYSIS.ofQuery(text))).containsExactly("👍", "ok", "𠮷野", "野家");
    }

    @Test
    void punctuationIsNoTerm() {
        assertThat(ANALYSIS.ofText(" \t\n\u0000\u0007 ?!… — \uD800 \u200B")).isEmpty();
        assertThat(lexemes(ANALYSIS.ofText("a\u0001b\u0000c"))).containsExactly("a", "b", "c");
    }

    @Test
    void aVeryLongWordIsFoundByItself() {
        String word = "x".repeat(10_000);

        List<Term> terms = ANALYSIS.ofText("before " + word + " after");

        assertThat(lexemes(terms)).contains("before", "after").containsAll(lexemes(ANALYSIS.ofQuery(word)));
        assertThat(terms).allMatch(term -> term.lexeme().length() <= 255);
    }

    @Property
    void anyTextsOwnWordsFindIt(@ForAll("texts") String text) {
        Set<String> terms = Set.copyOf(lexemes(ANALYSIS.ofText(text)));

        for (String word : text.split("\\s+")) {
            assertThat(terms).as(word).containsAll(lexemes(ANALYSIS.ofQuery(word)));
        }
        assertThat(terms).containsAll(lexemes(ANALYSIS.ofQuery(text)));
    }

    @Provide
    Arbitrary<String> texts() {
        Arbitrary<String> characters = Arbitraries.oneOf(
                Arbitraries.strings().withCharRange('a', 'z').ofMinLength(1).ofMaxLength(12),
                Arbitraries.strings().withCharRange('A', 'Ā').ofMinLength(1).ofMaxLength(8),
                Arbitraries.strings().withCharRange('一', '三').ofMinLength(1).ofMaxLength(9),
                Arbitraries.strings().withCharRange('ぁ', 'ヶ').ofMinLength(1).ofMaxLength(9),
                Arbitraries.strings().withCharRange('가', '갛').ofMinLength(1).ofMaxLength(6),
                Arbitraries.strings().withCharRange('！', 'ﾟ').ofMinLength(1).ofMaxLength(6),
                Arbitraries.strings()
                        .withChars("0123456789.,'_-\"\\")
                        .ofMinLength(1)
                        .ofMaxLength(8),
                Arbitraries.of("👍", "👩‍💻", "🇯🇵", "𠮷", "\u0301", "\u200D"));
        return characters
                .list()
                .ofMaxSize(4)
                .map(parts -> String.join("", parts))
                .list()
                .ofMaxSize(12)
                .map(words -> String.join(" ", words));
    }

    private static List<String> lexemes(List<Term> terms) {
        return terms.stream().map(Term::lexeme).collect(Collectors.toList());
    }
}
