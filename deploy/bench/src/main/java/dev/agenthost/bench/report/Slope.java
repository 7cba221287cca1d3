package dev.agenthost.bench.report;

import java.util.List;
import java.util.stream.IntStream;

/**
 * The slope of points (Theil and Sen): the median of the slopes between any two of them, so that a few outliers, such as samples
 * during a vacuum, do not matter.
 */
public final class Slope {
    /** One point. */
    public record Point(double x, double y) {}

    private Slope() {}

    /**
     * The slope for each step of 1.
     *
     * @throws IllegalArgumentException if all points have the same x
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
