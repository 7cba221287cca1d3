package dev.agenthost.orchestrator.flowcontrol;

import io.smallrye.mutiny.Uni;
import io.smallrye.mutiny.subscription.UniEmitter;
import java.util.ArrayDeque;
import java.util.HashMap;
import java.util.Map;
import java.util.Queue;
import java.util.concurrent.Executor;
import java.util.concurrent.RejectedExecutionException;
import java.util.concurrent.atomic.AtomicBoolean;
import java.util.function.Supplier;

/**
 * Executes tasks of many workspaces on few threads, one task of each workspace at a time, in turns. A workspace with slow tasks delays
 * its own tasks and occupies one thread.
 */
public final class FairWorkspaceExecutor {
    /** The most queued tasks of one workspace. */
    static final int MOST_WAITING = 32;

    /** The most workspaces with tasks. */
    static final int MOST_WORKSPACES = 256;

    private final Executor threads;
    /** The queued tasks of each workspace with a running task. */
    private final Map<String, Queue<Runnable>> queues = new HashMap<>();

    /** @param threads an executor with capacity for a task of each workspace */
    public FairWorkspaceExecutor(Executor threads) {
        this.threads = threads;
    }

    /**
     * Executes the work and returns its result; fails with {@link RejectedExecutionException} if too many tasks are queued. Work that
     * is cancelled while queued is not executed.
     */
    public <T> Uni<T> submit(String workspaceId, Supplier<T> work) {
        return Uni.createFrom().emitter(answer -> {
            AtomicBoolean cancelled = new AtomicBoolean();
            answer.onTermination(() -> cancelled.set(true));
            execute(workspaceId, () -> {
                if (!cancelled.get()) {
                    done(work, answer);
                }
            });
        });
    }

    private static <T> void done(Supplier<T> work, UniEmitter<? super T> answer) {
        try {
            answer.complete(work.get());
        } catch (RuntimeException | Error failure) {
            answer.fail(failure);
        }
    }

    /** @throws RejectedExecutionException if too many tasks are queued */
    void execute(String workspaceId, Runnable task) {
        synchronized (this) {
            Queue<Runnable> queue = queues.get(workspaceId);
            if (queue != null) {
                if (queue.size() >= MOST_WAITING) {
                    throw new RejectedExecutionException("too many tasks of the workspace are queued");
                }
                queue.add(task);
                return;
            }
            if (queues.size() >= MOST_WORKSPACES) {
                throw new RejectedExecutionException("too many workspaces have queued tasks");
            }
            queues.put(workspaceId, new ArrayDeque<>());
        }
        start(workspaceId, task);
    }

    private void start(String workspaceId, Runnable task) {
        try {
            threads.execute(() -> {
                try {
                    task.run();
                } finally {
                    startNext(workspaceId);
                }
            });
        } catch (RejectedExecutionException rejected) {
            removeQueue(workspaceId);
            throw rejected;
        }
    }

    /** Starts the next task of the workspace, behind the tasks of other workspaces. */
    private void startNext(String workspaceId) {
        Runnable task;
        synchronized (this) {
            Queue<Runnable> queue = queues.get(workspaceId);
            task = queue == null ? null : queue.poll();
            if (task == null) {
                queues.remove(workspaceId);
                return;
            }
        }
        start(workspaceId, task);
    }

    private synchronized void removeQueue(String workspaceId) {
        queues.remove(workspaceId);
    }
}
