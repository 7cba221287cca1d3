package dev.agenthost.orchestrator.runner;

import dev.agenthost.orchestrator.wire.WireLink;
import java.time.Duration;
import java.util.Map;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.atomic.AtomicInteger;

/** Which of a connection's places are taken: by runs under way, by some about to be sent, by some that only the runner still knows. */
final class Seats {
    private static final Duration GRACE = Duration.ofSeconds(5);

    private final WireLink link;
    private final AtomicInteger reserved = new AtomicInteger();
    private final Map<Long, Long> left = new ConcurrentHashMap<>();

    Seats(WireLink link) {
        this.link = link;
    }

    int taken() {
        return link.inFlight() + reserved.get();
    }

    /** @param room places that there are */
    synchronized boolean reserve(int room) {
        boolean has = taken() < room;
        if (has) {
            reserved.incrementAndGet();
        }
        return has;
    }

    /** A reserved place is taken by a run, or free again. */
    void unreserve() {
        reserved.decrementAndGet();
    }

    /** @param deadline of the run, on this process's monotonic clock, in nanoseconds */
    void leave(long seqId, long deadline) {
        left.put(seqId, deadline + GRACE.toNanos());
    }

    /** Frees the places of runs whose runner is surely done. Answers whether any became free. */
    boolean free(long now) {
        return left.entrySet().removeIf(entry -> {
            boolean due = now - entry.getValue() > 0;
            if (due) {
                link.forget(entry.getKey());
            }
            return due || !link.isOpen(entry.getKey());
        });
    }
}
