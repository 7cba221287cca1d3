package dev.agenthost.orchestrator.wire;

import java.lang.ref.Cleaner;
import java.util.concurrent.atomic.AtomicLong;
import org.jspecify.annotations.Nullable;

/**
 * Limits the weight of the concurrent requests of all connections of this process. Large and small requests have separate limits, so
 * that large ones never block small ones. Thread-safe.
 */
final class RequestMemory {
    private static final Cleaner CLEANER = Cleaner.create();
    /** The divisor of the heap for each of the two limits; a character has up to two bytes. */
    private static final int PART = 16;

    static final RequestMemory LARGE = ofHeap();
    static final RequestMemory SMALL = ofHeap();

    private final long most;
    private final AtomicLong held = new AtomicLong();

    RequestMemory(long most) {
        this.most = most;
    }

    private static RequestMemory ofHeap() {
        return new RequestMemory(Runtime.getRuntime().maxMemory() / PART);
    }

    /** @return null if the limit is exceeded; a single request may exceed it */
    @Nullable
    Hold take(long weight) {
        if (held.addAndGet(weight) > Math.max(weight, most)) {
            held.addAndGet(-weight);
            return null;
        }
        return new Hold(held, weight);
    }

    /** The weight of one request. It is released once, at the latest when the hold is unreachable. */
    static final class Hold {
        private final Cleaner.Cleanable release;

        private Hold(AtomicLong held, long weight) {
            this.release = CLEANER.register(this, () -> held.addAndGet(-weight));
        }

        void giveBack() {
            release.clean();
        }
    }
}
