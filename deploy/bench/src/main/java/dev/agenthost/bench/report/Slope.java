package dev.agenthost.bench.report;

import java.util.List;
import java.util.stream.IntStream;

/**
 * By how much points rise, if they do (Theil and Sen): the median of the slopes between any two of them, so that a few looks at which
 * something passing was there, as a worker that vacuums a table, decide nothing.
 */
public final class Slope {
    /** One point. */
    public record Point(double x, double y) {}

    private Slope() {}

    /**
     * For each step of 1.
     *
     * @throws IllegalArgumentException where no two points stand beside one another
     */
    public static double of(List<Point> points) {
        double[] slopes = IntStream.range(0, points.size())
                .boxed()
                .flatMap(first -> IntStream.range(first + 1, points.size())
                        .filter(second ->
                                points.get(second).x() != points.get(first).x())
                        .mapToObj(second -> between(points.get(first), points.get(second))))
                .mapToDouble(Double::doubleValue)
                .sorted()
                .toArray();
        if (slopes.length == 0) {
            throw new IllegalArgumentException("no slope of " + points.size() + " points");
        }
        int half = slopes.length / 2;
        return slopes.length % 2 == 1 ? slopes[half] : (slopes[half - 1] + slopes[half]) / 2;
    }

    private static double between(Point one, Point other) {
        return (other.y() - one.y()) / (other.x() - one.x());
    }
}
