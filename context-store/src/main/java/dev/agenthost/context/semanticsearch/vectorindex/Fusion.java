package dev.agenthost.context.semanticsearch.vectorindex;

import java.util.Comparator;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;

/**
 * Merges two orders by reciprocal rank: a hit that ranks high in either ranks high, one that ranks high in both ranks higher.
 *
 * @param meaning weight of the order by meaning against that by words, which has 1
 */
public record Fusion(double meaning) {
    /** The constant of the method's authors: it keeps the first ranks from outweighing all others. */
    private static final int DAMPING = 60;

    /** Weight of the meaning of a query mostly in scripts that the built-in model does not know. */
    private static final double UNSUPPORTED_SCRIPTS = 0.25;

    /** A hit with its share of the highest possible weight. */
    public record Ranked<T>(T hit, double score) {}

    /** Chooses the weight for a query: the built-in model is trained on English and supports Chinese, Japanese and Korean poorly. */
    public static Fusion of(String query) {
        long letters = query.codePoints().filter(Character::isLetter).count();
        long unsupportedScript =
                query.codePoints().filter(Fusion::isUnsupportedScript).count();
        return new Fusion(unsupportedScript * 2 > letters ? UNSUPPORTED_SCRIPTS : 1);
    }

    /** Merges the orders, the best first; equal scores in the order of their positions. */
    public <T extends Comparable<T>> List<Ranked<T>> of(List<T> byMeaning, List<T> byWords, int most) {
        return merged(List.of(new Order<>(byMeaning, meaning)), byWords, most);
    }

    /**
     * An order by meaning, one for each model; no two have a common hit, so each hit is in two orders at most.
     *
     * @param meaning weight against the order by words
     */
    public record Order<T>(List<T> hits, double meaning) {}

    /** Merges the orders, the best first; equal scores in the order of their positions. */
    public static <T extends Comparable<T>> List<Ranked<T>> merged(
            List<Order<T>> byMeaning, List<T> byWords, int most) {
        Map<T, Double> weights = new LinkedHashMap<>();
        byMeaning.forEach(order -> add(weights, order.hits(), order.meaning()));
        add(weights, byWords, 1);
        double heaviest = byMeaning.stream().mapToDouble(Order::meaning).max().orElse(0);
        double highest = (heaviest + 1) / (DAMPING + 1);
        return weights.entrySet().stream()
                .map(entry -> new Ranked<>(entry.getKey(), Math.min(1, entry.getValue() / highest)))
                .sorted(Comparator.comparingDouble((Ranked<T> ranked) -> ranked.score())
                        .reversed()
                        .thenComparing(Ranked::hit))
                .limit(most)
                .toList();
    }

    private static <T> void add(Map<T, Double> weights, List<T> hits, double weight) {
        for (int rank = 1; rank <= hits.size(); rank++) {
            weights.merge(hits.get(rank - 1), weight / (DAMPING + rank), Double::sum);
        }
    }

    private static boolean isUnsupportedScript(int c) {
        return Character.isIdeographic(c)
                || switch (Character.UnicodeScript.of(c)) {
                    case HIRAGANA, KATAKANA, HANGUL -> true;
                    default -> false;
                };
    }
}
