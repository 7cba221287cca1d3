package dev.agenthost.orchestrator.runner.ws;

import java.util.ArrayDeque;
import java.util.Queue;

/**
 * Limits the concurrent large messages of this process, over all connections. A message of 16 MiB takes up to eight times its size until it
 * is parsed. The next one is read when an earlier one is processed. Thread-safe.
 */
public final class LargeMessages {
    /** Heap for one message. */
    private static final long HEAP_OF_ONE = 256L * 1024 * 1024;

    private final Queue<Runnable> waiting = new ArrayDeque<>();
    private int free;

    public LargeMessages(int atOnce) {
        this.free = atOnce;
    }

    /** Permits one for each 256 MiB of heap, at least one. */
    public static LargeMessages ofHeap() {
        return new LargeMessages((int) Math.clamp(Runtime.getRuntime().maxMemory() / HEAP_OF_ONE, 1, 64));
    }

    /** @param later runs when there is capacity, if there is none now @return true if there is capacity now */
    synchronized boolean take(Runnable later) {
        if (free > 0) {
            free--;
            return true;
        }
        waiting.add(later);
        return false;
    }

    synchronized void forget(Runnable later) {
        waiting.remove(later);
    }

    void giveBack() {
        Runnable next;
        synchronized (this) {
            next = waiting.poll();
            if (next == null) {
                free++;
                return;
            }
        }
        next.run();
    }
}
