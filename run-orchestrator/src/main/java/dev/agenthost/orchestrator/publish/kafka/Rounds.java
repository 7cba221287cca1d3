package dev.agenthost.orchestrator.publish.kafka;

import java.time.Duration;
import java.util.Queue;
import java.util.concurrent.ConcurrentLinkedQueue;
import java.util.concurrent.Executor;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.concurrent.locks.LockSupport;

/**
 * Work in its order, one after another. What comes after a pause is done at once; what comes within {@link #ROUND} of a round waits for
 * the next and is done together with all that came meanwhile, so that under load many records travel in one request. Thread-safe.
 */
final class Rounds {
    /** The least time between two rounds, and so the most that one waits for company. */
    static final Duration ROUND = Duration.ofMillis(3);

    private final Executor thread;
    private final Queue<Runnable> waiting = new ConcurrentLinkedQueue<>();
    private final AtomicInteger asked = new AtomicInteger();

    /** @param thread one, which may be held */
    Rounds(Executor thread) {
        this.thread = thread;
    }

    /** @param work that throws nothing */
    void add(Runnable work) {
        waiting.add(work);
        if (asked.getAndIncrement() == 0) {
            thread.execute(this::go);
        }
    }

    private void go() {
        int seen;
        do {
            seen = asked.get();
            for (Runnable work = waiting.poll(); work != null; work = waiting.poll()) {
                work.run();
            }
            LockSupport.parkNanos(ROUND.toNanos());
        } while (asked.addAndGet(-seen) > 0);
    }
}
