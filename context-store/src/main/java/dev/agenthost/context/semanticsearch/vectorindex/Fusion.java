package dev.agenthost.context.semanticsearch.vectorindex;

import java.util.Comparator;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;

/**
 * One order of two, by reciprocal rank: what stands high in either is high, what stands high in both is higher.
 *
 * @param meaning how much the order by meaning counts against that by words, which counts 1
 */
public record Fusion(double meaning) {
    /** As the method's authors have it: the first places do not count for everything. */
    private static final int DAMPING = 60;

    /** Where most of a query is in scripts that the built-in model does not know. */
    private static final double STRANGE = 0.25;

    /** A hit with its share of the highest weight there is. */
    public record Weighed<T>(T hit, double score) {}

    /** The built-in model has learned English: of a query in Chinese, Japanese or Korean it knows little. */
    public static Fusion of(String query) {
        long letters = query.codePoints().filter(Character::isLetter).count();
        long strange = query.codePoints().filter(Fusion::isStrange).count();
        return new Fusion(strange * 2 > letters ? STRANGE : 1);
    }

    /** The best first; equals in the order of their places. */
    public <T extends Comparable<T>> List<Weighed<T>> of(List<T> byMeaning, List<T> byWords, int most) {
        return merged(List.of(new Order<>(byMeaning, meaning)), byWords, most);
    }

    /**
     * One order by meaning for each model that was asked, none of which has a hit of another; so each hit stands in two orders at most.
     *
     * @param meaning how much it counts against the order by words
     */
    public record Order<T>(List<T> hits, double meaning) {}

    /** The best first; equals in the order of their places. */
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
