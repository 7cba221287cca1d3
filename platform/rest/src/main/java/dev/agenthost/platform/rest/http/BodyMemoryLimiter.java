package dev.agenthost.platform.rest.http;

import dev.agenthost.protocol.json.ProtocolCodec;
import java.util.ArrayDeque;
import java.util.Queue;
import org.jspecify.annotations.Nullable;

/**
 * Limits the memory of the bodies that a process reads and processes at once, in bytes of heap. A body waits unread until there is
 * capacity. A body may exceed the whole limit while it is the only one. Thread-safe.
 */
final class BodyMemoryLimiter {
    /** The largest tree of JSON for each byte of its text. */
    private static final long TREE_PER_BYTE = 27;
    /** A tree of {@value ProtocolCodec#MAX_TOKENS_OF_OTHERS} tokens, the most that a body may have. */
    private static final long LARGEST_TREE = 10 * 1024 * 1024;
    /** Copies of the text: as it arrives, as one array, and as a parsed value. */
    private static final long COPIES = 3;

    private record Waiter(long memory, Runnable go) {}

    private final long most;
    private final Queue<Waiter> waiting = new ArrayDeque<>();
    private long held;

    BodyMemoryLimiter(long most) {
        this.most = most;
    }

    /** @param divisor of the heap */
    static BodyMemoryLimiter ofHeap(int divisor) {
        return new BodyMemoryLimiter(Runtime.getRuntime().maxMemory() / divisor);
    }

    /** Returns the most memory of a body of so many bytes, in bytes of heap. */
    static long of(long bytes) {
        return Math.min(TREE_PER_BYTE * bytes, LARGEST_TREE) + COPIES * bytes;
    }

    /** @param go runs at once, or when there is capacity; {@link #giveBack} of the same memory follows it */
    void take(long memory, Runnable go) {
        synchronized (this) {
            if (isWaitedFor() || !fits(memory)) {
                waiting.add(new Waiter(memory, go));
                return;
            }
            held += memory;
        }
        go.run();
    }

    /** Takes the memory if there is capacity now; {@link #giveBack} of the same memory follows. */
    synchronized boolean tryTake(long memory) {
        boolean fits = !isWaitedFor() && fits(memory);
        held += fits ? memory : 0;
        return fits;
    }

    /** Returns true if a body waits for capacity. */
    synchronized boolean isWaitedFor() {
        return !waiting.isEmpty();
    }

    void giveBack(long memory) {
        synchronized (this) {
            held -= memory;
        }
        Waiter next = next();
        while (next != null) {
            next.go().run();
            next = next();
        }
    }

    private synchronized @Nullable Waiter next() {
        Waiter first = waiting.peek();
        if (first == null || !fits(first.memory())) {
            return null;
        }
        held += first.memory();
        return waiting.poll();
    }

    private boolean fits(long memory) {
        return held == 0 || held + memory <= most;
    }
}
