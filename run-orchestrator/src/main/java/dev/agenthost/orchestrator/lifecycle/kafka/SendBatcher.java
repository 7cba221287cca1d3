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
 * Work in its order, one after another. What comes after a pause is done at once; what comes within {@link #ROUND} of a round waits for
 * the next and is done together with all that came meanwhile, so that under load many records travel in one request. Thread-safe.
 */
final class SendBatcher {
    /** The least time between two rounds, and so the most that one waits for company. */
    static final Duration ROUND = Duration.ofMillis(3);

    private static final Logger LOG = System.getLogger(SendBatcher.class.getName());

    private final Executor thread;
    private final Queue<Runnable> waiting = new ConcurrentLinkedQueue<>();
    private final AtomicInteger asked = new AtomicInteger();

    /** @param thread one, which may be held */
    SendBatcher(Executor thread) {
        this.thread = thread;
    }

    /**
     * @param work a fault of it is logged, and holds up nothing that comes after it
     * @throws RejectedExecutionException when the thread takes no more work
     */
    void add(Runnable work) {
        waiting.add(work);
        if (asked.getAndIncrement() == 0) {
            try {
                thread.execute(this::go);
            } catch (RejectedExecutionException closed) {
                // The next one is told so too, rather than wait for a round that never comes.
                asked.set(0);
                waiting.remove(work);
                throw closed;
            }
        }
    }

    private void go() {
        int seen;
        do {
            seen = asked.get();
            for (Runnable work = waiting.poll(); work != null; work = waiting.poll()) {
                perform(work);
            }
            LockSupport.parkNanos(ROUND.toNanos());
        } while (asked.addAndGet(-seen) > 0);
    }

    private static void perform(Runnable work) {
        try {
            work.run();
        } catch (RuntimeException | Error fault) {
            LOG.log(Level.ERROR, "one of a round failed", fault);
        }
    }
}
