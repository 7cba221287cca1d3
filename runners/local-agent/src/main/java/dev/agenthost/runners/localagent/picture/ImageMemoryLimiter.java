package dev.agenthost.runners.localagent.picture;

import java.util.concurrent.Semaphore;
import java.util.concurrent.TimeUnit;

/** How many bytes of pictures this process holds at once, of all its runs together. Each is there several times on its way to a model. */
public final class ImageMemoryLimiter {
    private static final int KIB = 1024;
    private static final int COPIES = 12;
    private static final int WAITING_SECONDS = 20;

    private final Semaphore kibibytes;

    private ImageMemoryLimiter(long bytes) {
        kibibytes = new Semaphore((int) Math.clamp(bytes / KIB, 1, Integer.MAX_VALUE), true);
    }

    /** As much as this process has memory for, and one run's in any case. */
    public static ImageMemoryLimiter ofThisProcess() {
        return of(Math.max(ImageLoader.MOST_BYTES, Runtime.getRuntime().maxMemory() / COPIES));
    }

    static ImageMemoryLimiter of(long bytes) {
        return new ImageMemoryLimiter(bytes);
    }

    /** What so many bytes take. */
    static int kibibytes(long bytes) {
        return (int) ((bytes + KIB - 1) / KIB);
    }

    /** Waits a while for others to be done; false where there is no room even so. */
    boolean take(int wanted) throws InterruptedException {
        return kibibytes.tryAcquire(wanted, WAITING_SECONDS, TimeUnit.SECONDS);
    }

    void give(int taken) {
        kibibytes.release(taken);
    }
}
