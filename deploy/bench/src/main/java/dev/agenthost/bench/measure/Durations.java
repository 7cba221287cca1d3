package dev.agenthost.bench.measure;

import java.time.Duration;
import java.util.List;

/**
 * How long is measured.
 *
 * @param warmUp of a cold box, until what its JVMs run often is compiled at all levels; declared and left out
 * @param atEachRate of the curve
 * @param fullLoad of a closed loop before it is measured, so that what only runs under its load is compiled too
 * @param throughput of a closed loop
 * @param rates of the curve, events a second
 */
public record Durations(
        Duration warmUp, Duration atEachRate, Duration fullLoad, Duration throughput, List<Integer> rates) {
    /** For figures that are kept. */
    public static Durations full() {
        return new Durations(
                Duration.ofSeconds(200),
                Duration.ofSeconds(12),
                Duration.ofSeconds(120),
                Duration.ofSeconds(30),
                List.of(10, 25, 50, 75, 100, 150));
    }

    /** For a look: less of everything. */
    public static Durations quick() {
        return new Durations(
                Duration.ofSeconds(30),
                Duration.ofSeconds(5),
                Duration.ofSeconds(5),
                Duration.ofSeconds(10),
                List.of(10, 50, 100));
    }

    /** At the begin of each load, while connections are made. */
    public Duration settling() {
        return Duration.ofSeconds(2);
    }

    public Duration patience() {
        return Duration.ofSeconds(60);
    }
}
