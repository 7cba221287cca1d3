package dev.agenthost.actiongraph.expansion;

import java.util.Arrays;
import java.util.List;
import java.util.Locale;
import java.util.Set;
import org.jspecify.annotations.Nullable;

/**
 * The terms of which a line has to contain one; case does not count.
 *
 * @param terms in lower case
 */
record MatchTerms(List<String> terms) {
    private static final int SHORTEST_WORD = 4;
    /** Words that a reason has whatever it is about. */
    private static final Set<String> COMMON = Set.of(
            "about",
            "detail",
            "details",
            "evidence",
            "exact",
            "finding",
            "findings",
            "from",
            "lines",
            "more",
            "need",
            "needs",
            "output",
            "part",
            "result",
            "that",
            "their",
            "this",
            "what",
            "where",
            "which",
            "with");

    MatchTerms {
        terms = List.copyOf(terms);
    }

    /** The declared text, or else the words of the reason; a declared text is one term. */
    static MatchTerms of(@Nullable String match, @Nullable String reason) {
        if (match != null) {
            return new MatchTerms(List.of(lower(match)));
        }
        if (reason == null) {
            return new MatchTerms(List.of());
        }
        return new MatchTerms(Arrays.stream(lower(reason).split("[^\\p{L}\\p{N}_]+"))
                .filter(word ->
                        word.length() >= SHORTEST_WORD || word.codePoints().anyMatch(Character::isIdeographic))
                .filter(word -> !COMMON.contains(word))
                .distinct()
                .toList());
    }

    /** The position of the first term in the line, or -1. */
    int indexIn(String line) {
        String lower = lower(line);
        return terms.stream()
                .mapToInt(lower::indexOf)
                .filter(index -> index >= 0)
                .min()
                .orElse(-1);
    }

    private static String lower(String text) {
        return text.toLowerCase(Locale.ROOT);
    }
}
