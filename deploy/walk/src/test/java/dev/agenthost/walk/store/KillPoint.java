package dev.agenthost.walk.store;

import java.time.Duration;
import java.util.ArrayList;
import java.util.Collections;
import java.util.List;
import java.util.Random;

/** When a process dies. */
sealed interface KillPoint {

    /**
     * While it starts, mostly before it has applied anything.
     *
     * @param part of the time that a start takes, 0 to 1
     */
    record Starting(double part) implements KillPoint {}

    /**
     * While it works, wherever it is then.
     *
     * @param records that it has applied in this life by then, at least
     * @param then how long after these
     */
    record Working(long records, Duration then) implements KillPoint {}

    /**
     * At a step of a batch.
     *
     * @param records that it has applied in this life by then, at least
     */
    record AtStep(String step, long records) implements KillPoint {}

    /** Between reading a batch and telling Kafka of it. */
    List<String> STEPS = List.of("context.10-read", "context.20-planned", "context.30-committed");

    /** Of ten moments two are those of a start, three of a step, and five any. */
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
