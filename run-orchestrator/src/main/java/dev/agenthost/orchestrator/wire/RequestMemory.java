package dev.agenthost.orchestrator.wire;

import java.lang.ref.Cleaner;
import java.util.concurrent.atomic.AtomicLong;
import org.jspecify.annotations.Nullable;

/**
 * Counts the weight of the requests that all connections of this process hold at once: those that are large, and apart from them the
 * others, which large ones never keep out. Thread-safe.
 */
final class RequestMemory {
    private static final Cleaner CLEANER = Cleaner.create();
    /** Of the heap, the part that each of the two may weigh; a character is up to two bytes. */
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

    /** @return null where it is too much; one that comes alone may weigh more */
    @Nullable
    Hold take(long weight) {
        if (held.addAndGet(weight) > Math.max(weight, most)) {
            held.addAndGet(-weight);
            return null;
        }
        return new Hold(held, weight);
    }

    /** The weight of one request. It is given back once, at the latest when nothing refers to the hold any more. */
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
