package dev.agenthost.context.transcript;

import static org.assertj.core.api.Assertions.assertThat;

import org.junit.jupiter.api.Test;

class SearchQueryTest {
    private final Analysis words = new WhitespaceAnalysis();

    @Test
    void requiresAllWordsAndFallsBackToSome() {
        SearchQuery query = parse("cold beer cold");

        assertThat(query.whole()).isEqualTo("'cold' & 'beer'");
        assertThat(query.parts()).containsExactly("'cold'", "'beer'");
        assertThat(query.weighed()).containsExactly("'cold'", "'beer'");
        assertThat(parse("beer").parts()).isEmpty();
    }

    @Test
    void aQuotedPhraseIsRequiredAsAdjacentTerms() {
        SearchQuery query = parse("very \"cold beer\" here");

        assertThat(query.whole()).isEqualTo("('cold' <1> 'beer') & 'very' & 'here'");
        assertThat(query.parts()).containsExactly("('cold' <1> 'beer')");
        assertThat(query.lexemes()).containsExactly("cold", "beer", "very", "here");
        assertThat(parse("“cold beer”").whole()).isEqualTo("('cold' <1> 'beer')");
        assertThat(parse("“cold beer”").parts()).isEmpty();
        assertThat(parse("\"beer\" cold").whole()).isEqualTo("'beer' & 'cold'");
    }

    @Test
    void anUnpairedQuotationMarkIsIgnored() {
        assertThat(parse("cold \"beer here").whole()).isEqualTo("'cold' & 'beer' & 'here'");
        assertThat(parse("\"\" \"").isEmpty()).isTrue();
        assertThat(parse(" ").isEmpty()).isTrue();
    }

    @Test
    void operatorsOfTheDatabaseAreOrdinaryWords() {
        assertThat(parse("a & !b | '\\ <->").whole()).isEqualTo("'a' & '&' & '!b' & '|' & '''\\\\' & '<->'");
    }

    @Test
    void onlyTheFirstTermsCount() {
        StringBuilder text = new StringBuilder();
        for (int i = 0; i < SearchQuery.MOST_TERMS; i++) {
            text.append('w').append(i).append(' ');
        }
        assertThat(parse(text + "late \"very late\"")).isEqualTo(parse(text.toString()));
    }

    private SearchQuery parse(String text) {
        return SearchQuery.parse(words, text);
    }
}
