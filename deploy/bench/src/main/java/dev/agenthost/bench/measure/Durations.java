package dev.agenthost.bench.measure;

import java.time.Duration;
import java.util.List;

/**
 * The durations of the measures.
 *
 * @param warmUp of a cold box, until its JVMs have compiled their frequent code at all levels; reported and not measured
 * @param atEachRate of the curve
 * @param fullLoad of a closed loop before it is measured, so that the code that runs only under its load is compiled too
 * @param throughput of a closed loop
 * @param rates of the curve, events a second
 */
public record Durations(
        Duration warmUp, Duration atEachRate, Duration fullLoad, Duration throughput, List<Integer> rates) {
    /** The durations for figures that are published. */
    public static Durations full() {
        return new Durations(
                Duration.ofSeconds(200),
                Duration.ofSeconds(12),
                Duration.ofSeconds(120),
                Duration.ofSeconds(30),
                List.of(10, 25, 50, 75, 100, 150));
    }

    /** Shorter durations, for a quick check. */
    public static Durations quick() {
        return new Durations(
                Duration.ofSeconds(30),
                Duration.ofSeconds(5),
                Duration.ofSeconds(5),
                Duration.ofSeconds(10),
                List.of(10, 50, 100));
    }

    /** The unmeasured begin of each load, while connections are opened. */
    public Duration settling() {
        return Duration.ofSeconds(2);
    }

    public Duration patience() {
        return Duration.ofSeconds(60);
    }
}
