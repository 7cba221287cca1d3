package dev.agenthost.bench.hostcalls;

import java.time.Duration;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.concurrent.TimeoutException;

/** The call timings that runs have reported, by the batch in which the runs began. Safe for several threads. */
final class Batches {
    private final Map<String, List<CallTiming>> timings = new HashMap<>();

    synchronized void take(String line) {
        CallTiming.of(line).ifPresent(timed -> {
            timings.computeIfAbsent(timed.batch(), batch -> new ArrayList<>()).add(timed);
            notifyAll();
        });
    }

    /** Waits until this number of runs of a batch have reported. */
    synchronized List<CallTiming> await(String batch, int runs, Duration patience)
            throws InterruptedException, TimeoutException {
        long until = System.nanoTime() + patience.toNanos();
        while (timings.getOrDefault(batch, List.of()).size() < runs) {
            long left = (until - System.nanoTime()) / 1_000_000;
            if (left <= 0) {
                throw new TimeoutException(timings.getOrDefault(batch, List.of())
                                .size() + " of " + runs + " runs have called after " + patience.toSeconds() + " s");
            }
            wait(left);
        }
        return timings.remove(batch);
    }
}
