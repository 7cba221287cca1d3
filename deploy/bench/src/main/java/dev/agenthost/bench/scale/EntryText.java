package dev.agenthost.bench.scale;

import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.SplittableRandom;
import java.util.stream.Collectors;

/**
 * The text of an entry of a conversation, the same for the same arguments. A third of the texts is Chinese.
 *
 * @param terms as context-store's analysis would find them, written as PostgreSQL writes a {@code tsvector}
 */
record EntryText(String text, String terms) {
    private static final Zipf LATIN = new Zipf(SyntheticVocabulary.LATIN);
    private static final Zipf CHINESE = new Zipf(SyntheticVocabulary.CHINESE);
    private static final int CHINESE_OF = 3;
    private static final int LEAST_WORDS = 3;
    private static final int QUESTION_WORDS = 14;
    private static final int ANSWER_WORDS = 40;
    private static final int CLAUSE = 6;
    private static final int RARE_EACH = 10_000;
    private static final int PHRASE_EACH = 500;
    private static final int SWAPPED_EACH = 200;

    /** @param planted true if some entries get the words that searches look for */
    static EntryText of(long conversation, long seq, boolean planted) {
        var random = new SplittableRandom(conversation * 1_000_003 + seq);
        int most = isAnswer(seq) ? ANSWER_WORDS : QUESTION_WORDS;
        int count = LEAST_WORDS + random.nextInt(most);
        return random.nextInt(CHINESE_OF) == 0 && !(planted && hasPlanted(seq))
                ? chinese(random, count)
                : latin(random, count, planted ? seq : -1);
    }

    /** Questions and answers alternate; a question is the first. */
    static boolean isAnswer(long seq) {
        return seq % 2 == 0;
    }

    private static boolean hasPlanted(long seq) {
        return seq % RARE_EACH == LEAST_WORDS || seq % PHRASE_EACH == 1 || seq % SWAPPED_EACH == 2;
    }

    private static EntryText latin(SplittableRandom random, int count, long seq) {
        var words = new ArrayList<String>(count + 2);
        for (int i = 0; i < count; i++) {
            words.add(SyntheticVocabulary.latin(LATIN.rank(random)));
        }
        if (seq >= 0) {
            if (seq % RARE_EACH == LEAST_WORDS) {
                words.add(SyntheticVocabulary.RARE);
            }
            if (seq % PHRASE_EACH == 1) {
                words.addAll(List.of(SyntheticVocabulary.FIRST, SyntheticVocabulary.SECOND));
            } else if (seq % SWAPPED_EACH == 2) {
                words.addAll(List.of(SyntheticVocabulary.SECOND, SyntheticVocabulary.FIRST));
            }
        }
        var terms = new LinkedHashMap<String, List<Integer>>();
        for (int i = 0; i < words.size(); i++) {
            add(terms, words.get(i), i + 1);
        }
        return new EntryText(String.join(" ", words) + ".", vector(terms));
    }

    /** The terms are each character, and each pair of neighbours at the position of its first. */
    private static EntryText chinese(SplittableRandom random, int count) {
        var text = new StringBuilder();
        var terms = new LinkedHashMap<String, List<Integer>>();
        int position = 0;
        var clause = new StringBuilder();
        for (int i = 1; i <= count; i++) {
            clause.append(SyntheticVocabulary.chinese(CHINESE.rank(random)));
            if (i % CLAUSE == 0 || i == count) {
                for (int at = 0; at < clause.length(); at++) {
                    position++;
                    add(terms, clause.substring(at, at + 1), position);
                    if (at + 1 < clause.length()) {
                        add(terms, clause.substring(at, at + 2), position);
                    }
                }
                text.append(clause).append(i == count ? "。" : "，");
                clause.setLength(0);
            }
        }
        return new EntryText(text.toString(), vector(terms));
    }

    private static void add(Map<String, List<Integer>> terms, String term, int position) {
        terms.computeIfAbsent(term, lexeme -> new ArrayList<>(1)).add(position);
    }

    private static String vector(Map<String, List<Integer>> terms) {
        return terms.entrySet().stream()
                .map(term -> "'" + term.getKey() + "':"
                        + term.getValue().stream().map(String::valueOf).collect(Collectors.joining(",")))
                .collect(Collectors.joining(" "));
    }
}
