package dev.agenthost.bench.measure;

import java.util.Set;
import java.util.TreeSet;
import java.util.concurrent.CompletionStage;

/** How runs have ended so far. Safe for several threads. */
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

    /** One that was never begun. */
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

    /** Those that were refused or have ended badly. */
    synchronized int failed() {
        return refused + failed;
    }

    /** Whether none that is followed is still open. */
    synchronized boolean areAllIn() {
        return well + failed >= followed;
    }

    /** The first few different ones. */
    synchronized Set<String> reasons() {
        return Set.copyOf(reasons);
    }
}
