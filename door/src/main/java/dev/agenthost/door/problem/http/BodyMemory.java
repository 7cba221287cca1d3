package dev.agenthost.door.problem.http;

import java.util.ArrayDeque;
import java.util.Queue;
import org.jspecify.annotations.Nullable;

/**
 * Limits the bytes of bodies that a process reads and works on at once. JSON takes up to thirty times its length as a tree, so a body
 * waits unread until there is capacity. A body may exceed the whole limit while it is the only one. Thread-safe.
 */
final class BodyMemory {
    /** Of the heap, the part that bodies may have as they come. */
    private static final int PART = 128;

    private record Waiter(long bytes, Runnable go) {}

    private final long most;
    private final Queue<Waiter> waiting = new ArrayDeque<>();
    private long held;

    BodyMemory(long most) {
        this.most = most;
    }

    static BodyMemory ofHeap() {
        return new BodyMemory(Runtime.getRuntime().maxMemory() / PART);
    }

    /** @param go runs at once, or when there is capacity; {@link #giveBack} of the same bytes follows it */
    void take(long bytes, Runnable go) {
        synchronized (this) {
            if (!waiting.isEmpty() || !fits(bytes)) {
                waiting.add(new Waiter(bytes, go));
                return;
            }
            held += bytes;
        }
        go.run();
    }

    void giveBack(long bytes) {
        synchronized (this) {
            held -= bytes;
        }
        Waiter next = next();
        while (next != null) {
            next.go().run();
            next = next();
        }
    }

    private synchronized @Nullable Waiter next() {
        Waiter first = waiting.peek();
        if (first == null || !fits(first.bytes())) {
            return null;
        }
        held += first.bytes();
        return waiting.poll();
    }

    private boolean fits(long bytes) {
        return held == 0 || held + bytes <= most;
    }
}
