package dev.agenthost.bench.measure;

import java.util.concurrent.CountDownLatch;
import java.util.concurrent.TimeUnit;

/** The maximum memory of a process while this object is open, sampled four times a second. */
final class PeakMemory implements AutoCloseable {
    private static final long LOOK_MILLISECONDS = 250;

    private final CountDownLatch closed = new CountDownLatch(1);
    private final Thread watcher;
    private volatile double most;

    PeakMemory(long pid) {
        watcher = Thread.ofPlatform().name("peak-memory").start(() -> watch(pid));
    }

    private void watch(long pid) {
        try {
            do {
                most = Math.max(most, Memory.of(pid).orElse(0.0));
            } while (!closed.await(LOOK_MILLISECONDS, TimeUnit.MILLISECONDS));
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
        }
    }

    /** Mebibytes (PSS). */
    double most() {
        return most;
    }

    @Override
    public void close() throws InterruptedException {
        closed.countDown();
        watcher.join();
    }
}
