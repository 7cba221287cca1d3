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
 * Work of many workspaces on few threads: of each workspace one piece at a time, and after it comes another workspace's. So one whose
 * work is slow holds up itself, and of the threads one.
 */
public final class FairWorkspaceExecutor {
    /** Pieces of one workspace that wait. */
    static final int MOST_WAITING = 32;

    /** Workspaces at once: each may wait for a thread. */
    static final int MOST_WORKSPACES = 256;

    private final Executor threads;
    /** Of each workspace that has a piece under way, those that wait. */
    private final Map<String, Queue<Runnable>> lines = new HashMap<>();

    /** @param threads an executor with room for a piece of each workspace */
    public FairWorkspaceExecutor(Executor threads) {
        this.threads = threads;
    }

    /**
     * Returns the result of the work; fails with {@link RejectedExecutionException} if too much work waits. Work that is cancelled before
     * its turn does not run.
     */
    public <T> Uni<T> ask(String workspaceId, Supplier<T> work) {
        return Uni.createFrom().emitter(answer -> {
            AtomicBoolean isOver = new AtomicBoolean();
            answer.onTermination(() -> isOver.set(true));
            execute(workspaceId, () -> {
                if (!isOver.get()) {
                    done(work, answer);
                }
            });
        });
    }

    private static <T> void done(Supplier<T> work, UniEmitter<? super T> answer) {
        try {
            answer.complete(work.get());
        } catch (RuntimeException | Error why) {
            answer.fail(why);
        }
    }

    /** @throws RejectedExecutionException where too much waits already */
    void execute(String workspaceId, Runnable piece) {
        synchronized (this) {
            Queue<Runnable> line = lines.get(workspaceId);
            if (line != null) {
                if (line.size() >= MOST_WAITING) {
                    throw new RejectedExecutionException("too much of one workspace waits");
                }
                line.add(piece);
                return;
            }
            if (lines.size() >= MOST_WORKSPACES) {
                throw new RejectedExecutionException("too many workspaces wait");
            }
            lines.put(workspaceId, new ArrayDeque<>());
        }
        begin(workspaceId, piece);
    }

    private void begin(String workspaceId, Runnable piece) {
        try {
            threads.execute(() -> {
                try {
                    piece.run();
                } finally {
                    next(workspaceId);
                }
            });
        } catch (RejectedExecutionException full) {
            forget(workspaceId);
            throw full;
        }
    }

    /** It goes behind those of other workspaces that wait for a thread. */
    private void next(String workspaceId) {
        Runnable piece;
        synchronized (this) {
            Queue<Runnable> line = lines.get(workspaceId);
            piece = line == null ? null : line.poll();
            if (piece == null) {
                lines.remove(workspaceId);
                return;
            }
        }
        begin(workspaceId, piece);
    }

    private synchronized void forget(String workspaceId) {
        lines.remove(workspaceId);
    }
}
