package dev.agenthost.bench.load;

import java.util.concurrent.CompletionStage;

/** What load is put on. */
@FunctionalInterface
public interface Target {
    /**
     * Begins one thing and returns at once.
     *
     * @param number of its kind in this run of the load, from 0
     * @return done when it has come out at the other end, with the machine's monotonic clock ({@link System#nanoTime}) at that moment; failed when
     *     it was refused or has ended badly
     */
    CompletionStage<Long> begin(int number);
}
