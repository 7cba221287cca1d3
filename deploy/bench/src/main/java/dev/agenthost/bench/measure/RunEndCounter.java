package dev.agenthost.bench.measure;

import java.util.Set;
import java.util.TreeSet;
import java.util.concurrent.CompletionStage;

/** Counts the ends of runs. Safe for several threads. */
final class RunEndCounter {
    private static final int REASONS = 5;

    private final Set<String> reasons = new TreeSet<>();
    private int followed;
    private int well;
    private int failed;
    private int refused;

    void follow(CompletionStage<Long> end) {
        synchronized (this) {
            followed++;
        }
        end.whenComplete((at, failure) -> {
            if (failure != null) {
                failed(failure);
            } else {
                endedWell();
            }
        });
    }

    private synchronized void endedWell() {
        well++;
    }

    /** Counts a run that was never begun. */
    synchronized void refused(Throwable why) {
        refused++;
        because(why);
    }

    private synchronized void failed(Throwable why) {
        failed++;
        because(why);
    }

    private void because(Throwable why) {
        if (reasons.size() < REASONS) {
            reasons.add(why.toString());
        }
    }

    synchronized int well() {
        return well;
    }

    /** The number of runs that were refused or failed. */
    synchronized int failed() {
        return refused + failed;
    }

    /** Returns true if no followed run is still open. */
    synchronized boolean areAllIn() {
        return well + failed >= followed;
    }

    /** The first few different ones. */
    synchronized Set<String> reasons() {
        return Set.copyOf(reasons);
    }
}
