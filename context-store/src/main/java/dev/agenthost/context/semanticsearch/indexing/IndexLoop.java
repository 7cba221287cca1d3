package dev.agenthost.context.semanticsearch.indexing;

import java.time.Duration;
import java.util.List;
import java.util.concurrent.Semaphore;
import java.util.concurrent.TimeUnit;
import org.jspecify.annotations.Nullable;

/** The indexing threads, one for each lane. They run when they are woken, and periodically. */
public final class IndexLoop implements AutoCloseable {
    private static final System.Logger LOG = System.getLogger(IndexLoop.class.getName());
    private static final Duration STOPPING = Duration.ofSeconds(2);

    private final List<Worker> workers;
    private final Duration every;
    private volatile boolean over;

    /** @param every interval at which they look for documents that other replicas left */
    public IndexLoop(List<Indexer> lanes, Duration every) {
        this.workers = lanes.stream().map(Worker::new).toList();
        this.every = every;
    }

    public synchronized void start() {
        workers.forEach(Worker::start);
    }

    /** Wakes the threads, because there may be something to do. */
    public void nudge() {
        workers.forEach(worker -> worker.wakeups.release());
    }

    @Override
    public void close() {
        over = true;
        workers.forEach(Worker::interrupt);
        workers.forEach(Worker::join);
    }

    private final class Worker {
        private final Indexer indexer;
        private final Semaphore wakeups = new Semaphore(0);
        private volatile @Nullable Thread thread;

        Worker(Indexer indexer) {
            this.indexer = indexer;
        }

        void start() {
            if (thread == null) {
                thread = Thread.ofPlatform().daemon().name("knowledge-index").start(this::run);
            }
        }

        private void run() {
            while (!over) {
                try {
                    while (!over && indexer.next()) {
                        wakeups.drainPermits();
                    }
                } catch (RuntimeException | LinkageError why) {
                    LOG.log(System.Logger.Level.WARNING, "indexing is retried later: {0}", why.toString());
                }
                try {
                    if (wakeups.tryAcquire(every.toMillis(), TimeUnit.MILLISECONDS)) {
                        wakeups.drainPermits();
                    }
                } catch (InterruptedException e) {
                    return;
                }
            }
        }

        void interrupt() {
            Thread running = thread;
            if (running != null) {
                running.interrupt();
            }
        }

        void join() {
            Thread running = thread;
            if (running != null) {
                try {
                    running.join(STOPPING);
                } catch (InterruptedException e) {
                    Thread.currentThread().interrupt();
                }
            }
        }
    }
}
