package dev.agenthost.platform.observability.metrics;

import io.micrometer.core.instrument.Timer;
import java.time.Duration;
import java.util.stream.Stream;

/** Timers with one set of buckets, from 1 ms to an hour, so that the histograms of all services can be added. */
public final class Timers {
    private static final Duration[] BUCKETS = Stream.of(
                    1, 2, 5, 10, 25, 50, 100, 250, 500, 1_000, 2_500, 5_000, 10_000, 30_000, 60_000, 300_000, 3_600_000)
            .map(Duration::ofMillis)
            .toArray(Duration[]::new);

    private Timers() {}

    /** Returns a timer of that name; the caller adds labels and registry. */
    public static Timer.Builder named(String name, String description) {
        return Timer.builder(name).description(description).serviceLevelObjectives(BUCKETS);
    }
}
