package dev.agenthost.bench.figure;

import java.util.List;

/**
 * The straight line that is nearest to points (least squares).
 *
 * @param slope how much it rises for each step of 1
 * @param start where it is at 0
 */
public record Line(double slope, double start) {
    /** One point. */
    public record Point(double x, double y) {}

    /** @throws IllegalArgumentException for points that are fewer than two, or all above one another */
    public static Line through(List<Point> points) {
        double meanX = points.stream().mapToDouble(Point::x).average().orElse(0);
        double meanY = points.stream().mapToDouble(Point::y).average().orElse(0);
        double spread = 0;
        double together = 0;
        for (var point : points) {
            spread += (point.x() - meanX) * (point.x() - meanX);
            together += (point.x() - meanX) * (point.y() - meanY);
        }
        if (points.size() < 2 || spread == 0) {
            throw new IllegalArgumentException("no line through " + points.size() + " points");
        }
        double slope = together / spread;
        return new Line(slope, meanY - slope * meanX);
    }
}
