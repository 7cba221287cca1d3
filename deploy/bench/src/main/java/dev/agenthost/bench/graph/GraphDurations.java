package dev.agenthost.bench.graph;

import java.time.Duration;

/**
 * The durations of the graph measure.
 *
 * @param warmUp of a cold box, until its JVMs have compiled their frequent code at all levels; not measured
 * @param graphWarmUp of graphs alone after it; not measured
 * @param rounds number of times that each task is done as a graph; with 0, no task is done, and only durable graphs are measured
 * @param durable of each of the two series of durable graphs
 */
public record GraphDurations(Duration warmUp, Duration graphWarmUp, int rounds, Duration durable) {
    /** Two minutes of tasks and half a minute for each series. */
    public static GraphDurations full() {
        return new GraphDurations(Duration.ofSeconds(200), Duration.ofSeconds(120), 2, Duration.ofSeconds(30));
    }

    /** For a quick check. */
    public static GraphDurations quick() {
        return new GraphDurations(Duration.ofSeconds(15), Duration.ofSeconds(5), 1, Duration.ofSeconds(10));
    }

    /** The same without the tasks. */
    public GraphDurations durableOnly() {
        return new GraphDurations(warmUp, graphWarmUp, 0, durable);
    }

    /** The expected duration of the whole measure on two cores. */
    public Duration total() {
        return warmUp.plus(graphWarmUp)
                .plusSeconds(START + (rounds == 0 ? 0 : LOOPS) + (long) ROUND * rounds)
                .plus(durable.multipliedBy(2));
    }

    private static final int START = 25;
    private static final int LOOPS = 45;
    private static final int ROUND = 80;
}
