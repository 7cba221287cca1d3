package dev.agenthost.walk.store;

import java.time.Duration;
import java.util.ArrayList;
import java.util.Collections;
import java.util.List;
import java.util.Random;

/** The moment at which a process dies. */
sealed interface KillPoint {

    /**
     * During the start, mostly before the process has applied a record.
     *
     * @param part of the duration of a start, 0 to 1
     */
    record Starting(double part) implements KillPoint {}

    /**
     * During the work, at an arbitrary place.
     *
     * @param records applied since the start by then, at least
     * @param then delay after these records
     */
    record Working(long records, Duration then) implements KillPoint {}

    /**
     * At a step of a batch.
     *
     * @param records applied since the start by then, at least
     */
    record AtStep(String step, long records) implements KillPoint {}

    /** The steps between reading a batch and committing its offsets to Kafka. */
    List<String> STEPS = List.of("context.10-read", "context.20-planned", "context.30-committed");

    /** Of ten moments two are during a start, three at a step and five at an arbitrary place. */
    static List<KillPoint> some(int many, Random chance) {
        List<KillPoint> moments = new ArrayList<>();
        for (int i = 0; i < many; i++) {
            moments.add(
                    switch (i % 10) {
                        case 0, 1 -> new Starting(chance.nextDouble());
                        case 2, 3, 4 -> new AtStep(STEPS.get(chance.nextInt(STEPS.size())), chance.nextInt(800));
                        default -> new Working(1 + chance.nextInt(1500), Duration.ofNanos(chance.nextInt(30_000_000)));
                    });
        }
        Collections.shuffle(moments, chance);
        return moments;
    }
}
