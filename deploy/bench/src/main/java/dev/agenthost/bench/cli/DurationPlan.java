package dev.agenthost.bench.cli;

import dev.agenthost.bench.graph.GraphDurations;
import dev.agenthost.bench.measure.Durations;
import java.time.Duration;
import java.util.Set;

/**
 * The expected duration of measures: a load takes its configured duration; a measure that ends by itself takes its duration on two
 * cores.
 *
 * @param graph of the graph measure
 * @param rows of b4
 */
record DurationPlan(Durations durations, GraphDurations graph, long rows) {
    private static final Duration BOX = Duration.ofSeconds(20);
    private static final Duration STARTS_AND_IDLE = Duration.ofSeconds(90);
    private static final Duration DEATHS = Duration.ofSeconds(160);
    private static final Duration GIBIBYTE = Duration.ofSeconds(120);
    private static final Duration CROWD = Duration.ofSeconds(45);
    private static final Duration OPENING = Duration.ofSeconds(60);
    private static final Duration RECORDINGS = Duration.ofSeconds(15);
    private static final Duration FLOOD = Duration.ofSeconds(15);
    private static final Duration IDLE = Duration.ofSeconds(180);
    private static final Duration BURSTS = Duration.ofSeconds(70);
    private static final Duration ROUND_OF_CALLS = Duration.ofSeconds(4);
    private static final int ROUNDS_OF_CALLS = 26;
    private static final Duration FILLING = Duration.ofMinutes(5);
    private static final long ROWS_A_SECOND = 9_000;

    static DurationPlan full(long rows) {
        return new DurationPlan(Durations.full(), GraphDurations.full(), rows);
    }

    static DurationPlan quick(long rows) {
        return new DurationPlan(Durations.quick(), GraphDurations.quick(), rows);
    }

    /** The sum of all of them, one after another. */
    Duration of(Set<Measure> measures) {
        var sum = measures.stream().map(this::of).reduce(Duration.ZERO, Duration::plus);
        if (measures.contains(Measure.B2) && measures.contains(Measure.B10)) {
            // B2 and B10 share one load.
            sum = sum.minus(of(Measure.B10));
        }
        return Measure.ALONE.containsAll(measures) ? sum : sum.plus(BOX).plus(durations.warmUp());
    }

    /** In words. */
    String text(Set<Measure> measures) {
        long minutes = Math.max(1, Math.round(of(measures).toSeconds() / 60.0));
        return "about " + minutes + (minutes == 1 ? " minute" : " minutes");
    }

    private Duration of(Measure measure) {
        return switch (measure) {
            case B1 ->
                load(durations.atEachRate())
                        .multipliedBy(2L * durations.rates().size())
                        .plus(load(durations.settling()));
            case B2, B10 -> durations.fullLoad().plus(closedLoop().multipliedBy(3));
            case B3 -> load(durations.throughput());
            case B4 -> FILLING.plusSeconds(rows / ROWS_A_SECOND);
            case B5 -> ROUND_OF_CALLS.plus(durations.settling()).multipliedBy(ROUNDS_OF_CALLS);
            case B6 -> STARTS_AND_IDLE;
            case B7 -> DEATHS;
            case B9 -> load(durations.atEachRate()).multipliedBy(2).plus(OPENING);
            case ARTIFACT -> GIBIBYTE;
            case CROWD -> CROWD;
            case FIRST -> closedLoop().multipliedBy(2);
            case GRAPH -> graph.total();
            case IDLE -> IDLE;
            case PEER -> load(durations.atEachRate()).plus(BURSTS);
            case FLOOD -> load(longer(durations.atEachRate(), FLOOD)).multipliedBy(3);
            case PROFILE -> load(durations.throughput()).plus(RECORDINGS);
            case SLOW ->
                BOX.plus(load(durations.warmUp()))
                        .plus(load(durations.throughput()).multipliedBy(2));
            case WEBHOOK ->
                BOX.plus(durations.warmUp())
                        .plus(load(durations.throughput()))
                        .plus(durations.fullLoad())
                        .plus(durations.throughput());
        };
    }

    private Duration load(Duration measured) {
        return durations.settling().plus(measured);
    }

    private Duration closedLoop() {
        return durations.settling().multipliedBy(3).plus(durations.throughput());
    }

    private static Duration longer(Duration a, Duration b) {
        return a.compareTo(b) > 0 ? a : b;
    }
}
