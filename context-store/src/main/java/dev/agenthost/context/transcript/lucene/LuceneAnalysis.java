package dev.agenthost.context.transcript.lucene;

import dev.agenthost.context.transcript.Analysis;
import dev.agenthost.context.transcript.Term;
import jakarta.inject.Singleton;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import org.apache.lucene.analysis.Analyzer;
import org.apache.lucene.analysis.CharArraySet;
import org.apache.lucene.analysis.LowerCaseFilter;
import org.apache.lucene.analysis.TokenStream;
import org.apache.lucene.analysis.Tokenizer;
import org.apache.lucene.analysis.cjk.CJKBigramFilter;
import org.apache.lucene.analysis.cjk.CJKWidthFilter;
import org.apache.lucene.analysis.en.EnglishMinimalStemFilter;
import org.apache.lucene.analysis.en.EnglishPossessiveFilter;
import org.apache.lucene.analysis.miscellaneous.ASCIIFoldingFilter;
import org.apache.lucene.analysis.standard.StandardTokenizer;
import org.apache.lucene.analysis.tokenattributes.CharTermAttribute;
import org.apache.lucene.analysis.tokenattributes.OffsetAttribute;
import org.apache.lucene.analysis.tokenattributes.PositionIncrementAttribute;
import org.apache.lucene.analysis.util.ElisionFilter;

/**
 * Splits texts into words by Unicode's rules (UAX #29; tokens over 255 characters are divided), and names into their parts, in one
 * width and lower case. Removes accents, elided articles and the endings of English plurals and genitives. Chinese, Japanese and Korean
 * become pairs of characters, and in texts single ones as well. There are no stop words.
 */
@Singleton
public final class LuceneAnalysis implements Analysis {
    @Override
    public List<Term> ofText(String text) {
        return terms(Chains.TEXT, text);
    }

    @Override
    public List<Term> ofQuery(String query) {
        return terms(Chains.QUERY, query);
    }

    private static List<Term> terms(Analyzer chain, String text) {
        List<Term> terms = new ArrayList<>();
        try (TokenStream tokens = chain.tokenStream("", parted(text))) {
            CharTermAttribute lexeme = tokens.addAttribute(CharTermAttribute.class);
            OffsetAttribute offsets = tokens.addAttribute(OffsetAttribute.class);
            PositionIncrementAttribute step = tokens.addAttribute(PositionIncrementAttribute.class);
            int position = 0;
            tokens.reset();
            while (tokens.incrementToken()) {
                position += step.getPositionIncrement();
                terms.add(new Term(lexeme.toString(), position, offsets.startOffset(), offsets.endOffset()));
            }
            tokens.end();
        } catch (IOException e) {
            throw new UncheckedIOException("a text in memory could not be read", e);
        }
        return terms;
    }

    /** Divides names into parts: {@code config.yaml}, {@code two_words}. Numbers keep their points, and offsets do not change. */
    private static String parted(String text) {
        char[] characters = text.toCharArray();
        for (int i = 0; i < characters.length; i++) {
            boolean parts =
                    switch (characters[i]) {
                        case '_', ':' -> true;
                        case '.' ->
                            i == 0
                                    || i == characters.length - 1
                                    || !Character.isDigit(characters[i - 1])
                                    || !Character.isDigit(characters[i + 1]);
                        default -> false;
                    };
            if (parts) {
                characters[i] = ' ';
            }
        }
        return new String(characters);
    }

    /** Created with the first text; each thread has its own buffers in it. */
    private static final class Chains {
        /** Articles of French and Italian before an apostrophe. */
        private static final CharArraySet ARTICLES = new CharArraySet(
                Arrays.asList("c d j l m n s t qu jusqu lorsqu puisqu quoiqu un all dall dell nell sull".split(" ")),
                false);

        static final Analyzer TEXT = chain(true);
        static final Analyzer QUERY = chain(false);

        private static Analyzer chain(boolean singlesToo) {
            return new Analyzer() {
                @Override
                protected TokenStreamComponents createComponents(String field) {
                    Tokenizer words = new StandardTokenizer();
                    TokenStream folded = new ASCIIFoldingFilter(new LowerCaseFilter(new CJKWidthFilter(words)));
                    TokenStream pairs = new CJKBigramFilter(
                            new ElisionFilter(new EnglishPossessiveFilter(folded), ARTICLES),
                            CJKBigramFilter.HAN
                                    | CJKBigramFilter.HIRAGANA
                                    | CJKBigramFilter.KATAKANA
                                    | CJKBigramFilter.HANGUL,
                            singlesToo);
                    return new TokenStreamComponents(words, new EnglishMinimalStemFilter(pairs));
                }
            };
        }
    }
}
