package dev.agenthost.orchestrator.flowcontrol;

import java.util.Comparator;
import java.util.Optional;
import java.util.Set;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.atomic.AtomicBoolean;
import java.util.concurrent.atomic.AtomicLong;

/**
 * One limit for everything that the runs of a replica hold in memory: waiting frames, and results that no broker has yet. Each run has its
 * own bounds; this limit is for a thousand runs that are all within theirs. Above it the run that holds most gives way, and no other.
 * Thread-safe.
 */
public final class BufferBudget {
    private final long limit;
    private final AtomicLong used = new AtomicLong();
    private final Set<Share> shares = ConcurrentHashMap.newKeySet();
    private final AtomicBoolean relieving = new AtomicBoolean();

    /** @param limit in bytes, about: what objects cost beside their content is not counted */
    public BufferBudget(long limit) {
        this.limit = limit;
    }

    /** @param giveWay releases the held bytes; called at most once, by the caller of {@link #relieve} */
    public Share open(Runnable giveWay) {
        Share share = new Share(giveWay);
        shares.add(share);
        return share;
    }

    public long used() {
        return used.get();
    }

    /**
     * Makes the largest holders give way until all is within the limit. To be called after {@link Share#holds} has grown, without the lock
     * of any run: the method takes the locks of other runs.
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
                .filter(share -> share.held > 0 && !share.gaveWay)
                .max(Comparator.comparingLong(share -> share.held));
    }

    /** The bytes of one run in one buffer. */
    public final class Share {
        private final Runnable giveWay;
        private volatile long held;
        private volatile boolean gaveWay;
        private boolean closed;

        private Share(Runnable giveWay) {
            this.giveWay = giveWay;
        }

        /** @param bytes held now; replaces the previous number */
        public synchronized void holds(long bytes) {
            if (!closed) {
                used.addAndGet(bytes - held);
                held = bytes;
            }
        }

        /** @param bytes held more, or less where it is negative */
        public synchronized void add(long bytes) {
            holds(held + bytes);
        }

        /** Releases all bytes for good; what is held later does not count. */
        public synchronized void close() {
            holds(0);
            closed = true;
            shares.remove(this);
        }

        private void giveWay() {
            gaveWay = true;
            giveWay.run();
        }
    }
}
