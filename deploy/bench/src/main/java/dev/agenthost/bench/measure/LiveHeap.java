package dev.agenthost.bench.measure;

import java.io.IOException;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.TimeUnit;

/** The most that lives in the heap of a JVM while this is open: after a collection that is asked for each time, again and again. */
final class LiveHeap implements AutoCloseable {
    private static final long BETWEEN_MILLISECONDS = 500;

    private final CountDownLatch closed = new CountDownLatch(1);
    private final Thread watcher;
    private volatile double most;
    private volatile int looks;

    LiveHeap(long pid) {
        watcher = Thread.ofPlatform().name("live-heap").start(() -> watch(pid));
    }

    @SuppressWarnings("NonAtomicVolatileUpdate")
    private void watch(long pid) {
        try {
            do {
                most = Math.max(most, Heap.afterCollection(pid));
                looks++;
            } while (!closed.await(BETWEEN_MILLISECONDS, TimeUnit.MILLISECONDS));
        } catch (IOException gone) {
            most = Double.NaN;
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
        }
    }

    /** Mebibytes; no number where the process could not be looked at. */
    double most() {
        return most;
    }

    /** How often it was looked at. */
    int looks() {
        return looks;
    }

    @Override
    public void close() throws InterruptedException {
        closed.countDown();
        watcher.join();
    }
}
