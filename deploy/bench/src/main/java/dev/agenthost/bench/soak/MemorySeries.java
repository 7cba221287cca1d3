package dev.agenthost.bench.soak;

import dev.agenthost.bench.report.Slope;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;

/** What each process occupied, as time went by. */
final class MemorySeries {
    /** At the begin a JVM still compiles, and its heap finds its size. */
    private static final double LEFT_OUT = 0.2;

    private final Map<String, List<Slope.Point>> samples = new LinkedHashMap<>();

    /**
     * @param first mebibytes at the first look
     * @param last mebibytes at the last
     * @param anHour mebibytes an hour by which it rises: the median of the slopes between any two looks without the first fifth
     */
    record Rise(String process, double first, double last, double anHour) {}

    /** @param hours since the begin */
    void add(String process, double hours, double mebibytes) {
        samples.computeIfAbsent(process, first -> new ArrayList<>()).add(new Slope.Point(hours, mebibytes));
    }

    /** Of all processes that were looked at often enough. */
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
