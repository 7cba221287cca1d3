package dev.agenthost.context.knowledge.index;

import java.time.Duration;
import java.util.concurrent.Semaphore;
import java.util.concurrent.TimeUnit;
import org.jspecify.annotations.Nullable;

/** The thread that indexes: at once when it is told that there is something to do, and looking for itself now and then. */
public final class IndexLoop implements AutoCloseable {
    private static final System.Logger LOG = System.getLogger(IndexLoop.class.getName());
    private static final Duration STOPPING = Duration.ofSeconds(2);

    private final Indexer indexer;
    private final Duration every;
    private final Semaphore told = new Semaphore(0);
    private volatile boolean over;
    private @Nullable Thread thread;

    /** @param every how often it looks, for what other replicas were told of and have left */
    public IndexLoop(Indexer indexer, Duration every) {
        this.indexer = indexer;
        this.every = every;
    }

    public synchronized void start() {
        if (thread == null) {
            thread = Thread.ofPlatform().daemon().name("knowledge-index").start(this::run);
        }
    }

    /** There may be something to do. */
    public void nudge() {
        told.release();
    }

    private void run() {
        while (!over) {
            try {
                while (!over && indexer.next()) {
                    told.drainPermits();
                }
            } catch (RuntimeException | LinkageError why) {
                LOG.log(System.Logger.Level.WARNING, "indexing is tried again later: {0}", why.toString());
            }
            try {
                if (told.tryAcquire(every.toMillis(), TimeUnit.MILLISECONDS)) {
                    told.drainPermits();
                }
            } catch (InterruptedException e) {
                return;
            }
        }
    }

    @Override
    public void close() {
        over = true;
        Thread running;
        synchronized (this) {
            running = thread;
        }
        if (running != null) {
            running.interrupt();
            try {
                running.join(STOPPING);
            } catch (InterruptedException e) {
                Thread.currentThread().interrupt();
            }
        }
    }
}
