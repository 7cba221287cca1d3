package dev.agenthost.bench.report;

import dev.agenthost.bench.load.Summary;
import java.util.List;

/** Latency against something: one summary for each point of it. */
public record Curve(String name, List<Point> points) {
    /** @param at the place on the axis: events offered a second, or rows */
    public record Point(double at, Summary seen) {}

    public Curve {
        points = List.copyOf(points);
    }
}
