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
    private static final double STRANGE = 0.25;

    /** A hit with its share of the highest possible weight. */
    public record Weighed<T>(T hit, double score) {}

    /** Chooses the weight for a query: the built-in model is trained on English and knows little of Chinese, Japanese or Korean. */
    public static Fusion of(String query) {
        long letters = query.codePoints().filter(Character::isLetter).count();
        long strange = query.codePoints().filter(Fusion::isStrange).count();
        return new Fusion(strange * 2 > letters ? STRANGE : 1);
    }

    /** Merges the orders, the best first; equals in the order of their places. */
    public <T extends Comparable<T>> List<Weighed<T>> of(List<T> byMeaning, List<T> byWords, int most) {
        return merged(List.of(new Order<>(byMeaning, meaning)), byWords, most);
    }

    /**
     * An order by meaning, one for each model; no two have a common hit, so each hit is in two orders at most.
     *
     * @param meaning weight against the order by words
     */
    public record Order<T>(List<T> hits, double meaning) {}

    /** Merges the orders, the best first; equals in the order of their places. */
    public static <T extends Comparable<T>> List<Weighed<T>> merged(
            List<Order<T>> byMeaning, List<T> byWords, int most) {
        Map<T, Double> weights = new LinkedHashMap<>();
        byMeaning.forEach(order -> add(weights, order.hits(), order.meaning()));
        add(weights, byWords, 1);
        double heaviest = byMeaning.stream().mapToDouble(Order::meaning).max().orElse(0);
        double highest = (heaviest + 1) / (DAMPING + 1);
        return weights.entrySet().stream()
                .map(entry -> new Weighed<>(entry.getKey(), Math.min(1, entry.getValue() / highest)))
                .sorted(Comparator.comparingDouble((Weighed<T> weighed) -> weighed.score())
                        .reversed()
                        .thenComparing(Weighed::hit))
                .limit(most)
                .toList();
    }

    private static <T> void add(Map<T, Double> weights, List<T> hits, double weight) {
        for (int rank = 1; rank <= hits.size(); rank++) {
            weights.merge(hits.get(rank - 1), weight / (DAMPING + rank), Double::sum);
        }
    }

    private static boolean isStrange(int c) {
        return Character.isIdeographic(c)
                || switch (Character.UnicodeScript.of(c)) {
                    case HIRAGANA, KATAKANA, HANGUL -> true;
                    default -> false;
                };
    }
}
