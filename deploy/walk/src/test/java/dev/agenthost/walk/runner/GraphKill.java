package dev.agenthost.walk.runner;

import java.util.ArrayList;
import java.util.List;
import java.util.Random;
import java.util.stream.IntStream;

/** One death in the life of graphs. */
sealed interface GraphKill {
    /** The steps of the runner between which its journal has another content, or the host knows something else. */
    List<String> POINTS = List.of(
            "graph.10-begun",
            "graph.20-declared",
            "graph.30-stepped",
            "graph.35-stored",
            "graph.37-announced",
            "graph.40-ended",
            "graph.50-asking",
            "graph.55-asked",
            "graph.57-waiting",
            "graph.60-reported",
            "graph.70-answering",
            "graph.75-answered",
            "graph.80-completing",
            "graph.85-completed");

    /** Those who die. */
    enum Victim {
        RUNNER,
        ORCHESTRATOR,
        BOTH
    }

    Victim victim();

    /** The victims die when a graph has reached a step. */
    record AtPoint(String point, Victim victim) implements GraphKill {}

    /** The victims die after that time, wherever the graphs are. */
    record AtRandom(int millis, Victim victim) implements GraphKill {}

    /** Each point with each victim, that many times, and then that many at random. */
    static List<GraphKill> all(int rounds, int atRandom, Random random) {
        List<GraphKill> kills = new ArrayList<>();
        IntStream.range(0, rounds).forEach(round -> {
            for (Victim victim : Victim.values()) {
                POINTS.forEach(point -> kills.add(new AtPoint(point, victim)));
            }
        });
        kills.addAll(random(atRandom, random));
        return kills;
    }

    /** Every second point with one of the victims, so that each victim has its share, and then that many at random. */
    static List<GraphKill> some(int atRandom, Random random) {
        List<GraphKill> kills = new ArrayList<>();
        int shift = random.nextInt(2 * Victim.values().length);
        for (int i = shift % 2; i < POINTS.size(); i += 2) {
            kills.add(new AtPoint(POINTS.get(i), Victim.values()[(kills.size() + shift) % Victim.values().length]));
        }
        kills.addAll(random(atRandom, random));
        return kills;
    }

    private static List<GraphKill> random(int count, Random random) {
        return IntStream.range(0, count)
                .<GraphKill>mapToObj(kill ->
                        new AtRandom(random.nextInt(2_000), Victim.values()[random.nextInt(Victim.values().length)]))
                .toList();
    }
}
