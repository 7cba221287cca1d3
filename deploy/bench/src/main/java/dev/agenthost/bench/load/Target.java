package dev.agenthost.bench.load;

import java.util.concurrent.CompletionStage;

/** The operation that a load repeats. */
@FunctionalInterface
public interface Target {
    /**
     * Begins one operation and returns at once.
     *
     * @param number of the operation in this run of the load, from 0
     * @return completes with the machine's monotonic clock ({@link System#nanoTime}) at the end of the operation; fails if it was
     *     refused or has failed
     */
    CompletionStage<Long> begin(int number);
}
