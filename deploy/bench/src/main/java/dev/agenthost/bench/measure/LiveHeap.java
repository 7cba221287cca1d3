package dev.agenthost.bench.measure;

import java.io.IOException;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.TimeUnit;

/** The maximum of live bytes in the heap of a JVM while this object is open, sampled after a requested collection. */
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

    /** Mebibytes; NaN if the process could not be sampled. */
    double most() {
        return most;
    }

    /** The number of samples. */
    int looks() {
        return looks;
    }

    @Override
    public void close() throws InterruptedException {
        closed.countDown();
        watcher.join();
    }
}
