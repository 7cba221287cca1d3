package dev.agenthost.bench.report;

import dev.agenthost.bench.load.Summary;
import java.util.List;

/** Latency against load: one summary for each offered rate. */
public record Curve(String name, List<Point> points) {
    /** @param rate offered, a second */
    public record Point(double rate, Summary seen) {}

    public Curve {
        points = List.copyOf(points);
    }
}
