package dev.agenthost.orchestrator.lifecycle.kafka;

import java.lang.System.Logger;
import java.lang.System.Logger.Level;
import java.time.Duration;
import java.util.Queue;
import java.util.concurrent.ConcurrentLinkedQueue;
import java.util.concurrent.Executor;
import java.util.concurrent.RejectedExecutionException;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.concurrent.locks.LockSupport;

/**
 * Executes tasks in order, in batches. A task after a pause is executed at once; a task within {@link #ROUND} of a batch waits for the next
 * batch, so that under load one request has many records. Thread-safe.
 */
final class SendBatcher {
    /** The shortest time between two batches, and so the longest delay of a task. */
    static final Duration ROUND = Duration.ofMillis(3);

    private static final Logger LOG = System.getLogger(SendBatcher.class.getName());

    private final Executor thread;
    private final Queue<Runnable> waiting = new ConcurrentLinkedQueue<>();
    private final AtomicInteger requests = new AtomicInteger();

    /** @param thread an executor with one thread, which may block */
    SendBatcher(Executor thread) {
        this.thread = thread;
    }

    /**
     * @param work the task; its failure is logged and does not affect later tasks
     * @throws RejectedExecutionException if the thread accepts no more tasks
     */
    void add(Runnable work) {
        waiting.add(work);
        if (requests.getAndIncrement() == 0) {
            try {
                thread.execute(this::go);
            } catch (RejectedExecutionException closed) {
                // The next task is rejected too, rather than wait for a batch that is never executed.
                requests.set(0);
                waiting.remove(work);
                throw closed;
            }
        }
    }

    private void go() {
        int seen;
        do {
            seen = requests.get();
            for (Runnable work = waiting.poll(); work != null; work = waiting.poll()) {
                perform(work);
            }
            LockSupport.parkNanos(ROUND.toNanos());
        } while (requests.addAndGet(-seen) > 0);
    }

    private static void perform(Runnable work) {
        try {
            work.run();
        } catch (RuntimeException | Error fault) {
            LOG.log(Level.ERROR, "a task of a batch failed", fault);
        }
    }
}
