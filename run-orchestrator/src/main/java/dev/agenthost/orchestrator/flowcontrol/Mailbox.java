package dev.agenthost.orchestrator.flowcontrol;

import java.lang.System.Logger.Level;
import java.util.ArrayDeque;
import java.util.Queue;
import java.util.concurrent.ConcurrentLinkedQueue;
import java.util.concurrent.Executor;
import java.util.concurrent.atomic.AtomicInteger;
import org.jspecify.annotations.Nullable;

/**
 * Executes the tasks of one run one at a time, on the thread that finds it idle. Nothing locks or blocks, and no task is executed inside
 * another.
 *
 * <p>A task runs to completion: the tasks that it submits itself are executed before those of other threads. So no command of another
 * thread comes between the call of an executor and the runner that it reserves.
 */
public final class Mailbox implements Executor {
    private static final System.Logger LOG = System.getLogger(Mailbox.class.getName());

    private final Queue<Runnable> tasks = new ConcurrentLinkedQueue<>();
    private final AtomicInteger unprocessed = new AtomicInteger();
    /** Tasks that the current task has submitted; only the current thread uses them. */
    private final Queue<Runnable> followUps = new ArrayDeque<>();

    private volatile @Nullable Thread current;

    /** Executes the task: at once, behind the current task of this thread, or behind the tasks that another thread is executing. */
    @Override
    public void execute(Runnable task) {
        if (Thread.currentThread() == current) {
            followUps.add(task);
            return;
        }
        tasks.add(task);
        if (unprocessed.getAndIncrement() > 0) {
            return;
        }
        do {
            current = Thread.currentThread();
            Runnable next = tasks.remove();
            while (next != null) {
                run(next);
                next = followUps.poll();
            }
            current = null;
        } while (unprocessed.decrementAndGet() > 0);
    }

    /** A task that fails holds up no other. */
    private static void run(Runnable task) {
        try {
            task.run();
        } catch (Throwable fault) {
            LOG.log(Level.ERROR, "a task of a run failed", fault);
        }
    }
}
