package dev.agenthost.orchestrator.flowcontrol;

import java.util.Comparator;
import java.util.Optional;
import java.util.Set;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.atomic.AtomicBoolean;
import java.util.concurrent.atomic.AtomicLong;

/**
 * Limits the memory of all runs of a replica: queued frames and unpublished results. Each run has its own limits; this one protects the
 * heap from many runs within theirs. Above the limit, the run with the most bytes releases them.
 * Thread-safe.
 */
public final class BufferBudget {
    private final long limit;
    private final AtomicLong used = new AtomicLong();
    private final Set<Share> shares = ConcurrentHashMap.newKeySet();
    private final AtomicBoolean relieving = new AtomicBoolean();

    /** @param limit the limit in bytes, without the overhead of objects */
    public BufferBudget(long limit) {
        this.limit = limit;
    }

    /** @param giveWay releases the bytes of the run; called at most once, by the caller of {@link #relieve} */
    public Share open(Runnable giveWay) {
        Share share = new Share(giveWay);
        shares.add(share);
        return share;
    }

    public long used() {
        return used.get();
    }

    /**
     * Makes the runs with the most bytes release them until the total is within the limit. Callers must not have the lock of a run:
     * this method takes the locks of other runs.
     */
    public void relieve() {
        while (used.get() > limit && relieving.compareAndSet(false, true)) {
            Optional<Share> most;
            try {
                most = largest();
                most.ifPresent(Share::giveWay);
            } finally {
                relieving.set(false);
            }
            if (most.isEmpty()) {
                return;
            }
        }
    }

    private Optional<Share> largest() {
        return shares.stream()
                .filter(share -> share.size > 0 && !share.released)
                .max(Comparator.comparingLong(share -> share.size));
    }

    /** The bytes of one run in one buffer. */
    public final class Share {
        private final Runnable giveWay;
        private volatile long size;
        private volatile boolean released;
        private boolean closed;

        private Share(Runnable giveWay) {
            this.giveWay = giveWay;
        }

        /** @param bytes the current number of bytes; replaces the previous one */
        public synchronized void holds(long bytes) {
            if (!closed) {
                used.addAndGet(bytes - size);
                size = bytes;
            }
        }

        /** @param bytes the change of the number of bytes */
        public synchronized void add(long bytes) {
            holds(size + bytes);
        }

        /** Releases all bytes; later bytes do not count. */
        public synchronized void close() {
            holds(0);
            closed = true;
            shares.remove(this);
        }

        private void giveWay() {
            released = true;
            giveWay.run();
        }
    }
}
