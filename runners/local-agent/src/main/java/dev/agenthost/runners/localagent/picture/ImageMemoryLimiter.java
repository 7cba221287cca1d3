package dev.agenthost.runners.localagent.picture;

import java.util.concurrent.Semaphore;
import java.util.concurrent.TimeUnit;

/**
 * Limits the bytes of images that all runs of this process hold at once. Each image exists several times in memory on its way to a
 * model.
 */
public final class ImageMemoryLimiter {
    private static final int KIB = 1024;
    private static final int COPIES = 12;
    private static final int WAITING_SECONDS = 20;

    private final Semaphore kibibytes;

    private ImageMemoryLimiter(long bytes) {
        kibibytes = new Semaphore((int) Math.clamp(bytes / KIB, 1, Integer.MAX_VALUE), true);
    }

    /** A limiter for this process's heap, with at least the memory of one run. */
    public static ImageMemoryLimiter ofThisProcess() {
        return of(Math.max(ImageLoader.MOST_BYTES, Runtime.getRuntime().maxMemory() / COPIES));
    }

    static ImageMemoryLimiter of(long bytes) {
        return new ImageMemoryLimiter(bytes);
    }

    /** The kibibytes of a number of bytes, rounded up. */
    static int kibibytes(long bytes) {
        return (int) ((bytes + KIB - 1) / KIB);
    }

    /** Waits up to 20 s for other runs; returns false if there is still no capacity. */
    boolean take(int wanted) throws InterruptedException {
        return kibibytes.tryAcquire(wanted, WAITING_SECONDS, TimeUnit.SECONDS);
    }

    void give(int taken) {
        kibibytes.release(taken);
    }
}
