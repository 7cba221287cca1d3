package dev.agenthost.bench.soak;

import dev.agenthost.bench.report.Slope;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;

/** The memory of each process over time. */
final class MemorySeries {
    /** The share at the begin that does not count: a JVM still compiles, and its heap finds its size. */
    private static final double LEFT_OUT = 0.2;

    private final Map<String, List<Slope.Point>> samples = new LinkedHashMap<>();

    /**
     * @param first mebibytes of the first sample
     * @param last mebibytes of the last
     * @param anHour growth in mebibytes an hour: the median of the slopes between any two samples without the first fifth
     */
    record Rise(String process, double first, double last, double anHour) {}

    /** @param hours since the begin */
    void add(String process, double hours, double mebibytes) {
        samples.computeIfAbsent(process, first -> new ArrayList<>()).add(new Slope.Point(hours, mebibytes));
    }

    /** The growth of each process with enough samples. */
    List<Rise> rises() {
        var rises = new ArrayList<Rise>();
        samples.forEach((process, points) -> {
            var late = points.subList((int) (points.size() * LEFT_OUT), points.size());
            if (late.size() >= 2) {
                double slope = Slope.of(late);
                rises.add(new Rise(
                        process, points.getFirst().y(), points.getLast().y(), slope));
            }
        });
        return rises;
    }

    Optional<Rise> steepest() {
        return rises().stream().max(Comparator.comparingDouble(Rise::anHour));
    }
}
