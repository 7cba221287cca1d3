package dev.agenthost.delivery.send;

import java.util.EnumMap;
import java.util.HashMap;
import java.util.LinkedHashMap;
import java.util.LinkedHashSet;
import java.util.Map;
import java.util.Set;

/**
 * The slots of calls under way, and the limit of each endpoint. An endpoint begins with two; each prompt answer adds
 * one; each call that takes a tenth of the call timeout halves the limit, in the end to one. New endpoints hold at most
 * half of all slots together, slow ones a quarter, and both three quarters, so that prompt endpoints never wait for the
 * others.
 *
 * <pre>
 *  NEW ──prompt answer──► STEADY ──slow call──► SLOW
 *   └──slow call──► SLOW ──prompt answer──► STEADY
 * </pre>
 */
public final class EndpointConcurrencyLimiter {
    private static final int FIRST = 2;
    private static final int SLOW_LIMIT = 1;
    /** Endpoints remembered of each status; a forgotten endpoint is new again. */
    private static final int REMEMBERED = 512;

    private final int all;
    private final int each;
    private final long slowNanos;
    private final Map<String, Integer> steady = lastUsed();
    private final Map<String, Integer> slow = lastUsed();
    private final Map<String, Set<Slot>> inUse = new HashMap<>();

    public EndpointConcurrencyLimiter(SendPolicy policy) {
        this.all = policy.concurrency();
        this.each = policy.endpointConcurrency();
        this.slowNanos = policy.callTimeout().dividedBy(10).toNanos();
    }

    /** One slot, held from the start of the call until its outcome is stored. */
    public static final class Slot {
        private final String endpoint;
        private final long since;
        private boolean isAnswered;
        private boolean isLate;

        private Slot(String endpoint, long since) {
            this.endpoint = endpoint;
            this.since = since;
        }
    }

    /** @param nanoTime of the monotonic clock, here and below */
    public synchronized Slot acquire(String endpoint, long nanoTime) {
        Slot slot = new Slot(endpoint, nanoTime);
        inUse.computeIfAbsent(endpoint, name -> new LinkedHashSet<>()).add(slot);
        return slot;
    }

    /**
     * Records the end of a call. A call that was not sent does not change the endpoint's limit, and one without an
     * answer never raises it.
     */
    public synchronized void answered(Slot slot, SurfaceCallResult answer, long nanoTime) {
        switch (answer) {
            case SurfaceCallResult.NotSendable no -> {}
            case SurfaceCallResult.Withheld no -> {}
            case SurfaceCallResult.Later no -> {}
            case SurfaceCallResult.NoAnswer none -> checkLatency(slot, nanoTime);
            case SurfaceCallResult.Answered any -> answered(slot, nanoTime);
            case SurfaceCallResult.Published published -> answered(slot, nanoTime);
            case SurfaceCallResult.Shown shown -> answered(slot, nanoTime);
            case SurfaceCallResult.PartlyUnknown shown -> checkLatency(slot, nanoTime);
            case SurfaceCallResult.Refused refused -> answered(slot, nanoTime);
        }
        slot.isAnswered = true;
    }

    public synchronized void release(Slot slot) {
        inUse.computeIfPresent(slot.endpoint, (name, slots) -> {
            slots.remove(slot);
            return slots.isEmpty() ? null : slots;
        });
    }

    /** Returns the limits of the next claim. */
    public synchronized ClaimCapacity capacity(long nanoTime) {
        inUse.values().forEach(slots -> slots.forEach(slot -> checkLatency(slot, nanoTime)));
        Map<EndpointStatus, Integer> used = new EnumMap<>(EndpointStatus.class);
        Map<String, ClaimCapacity.Share> known = new HashMap<>();
        steady.forEach((endpoint, most) -> known.put(endpoint, new ClaimCapacity.Share(EndpointStatus.STEADY, most)));
        slow.forEach((endpoint, most) -> known.put(endpoint, new ClaimCapacity.Share(EndpointStatus.SLOW, most)));
        inUse.forEach((endpoint, slots) -> {
            ClaimCapacity.Share share =
                    known.getOrDefault(endpoint, new ClaimCapacity.Share(EndpointStatus.NEW, Math.min(FIRST, each)));
            used.merge(share.status(), slots.size(), Integer::sum);
            known.put(endpoint, new ClaimCapacity.Share(share.status(), Math.max(0, share.more() - slots.size())));
        });
        int ofNew = used.getOrDefault(EndpointStatus.NEW, 0);
        int ofSlow = used.getOrDefault(EndpointStatus.SLOW, 0);
        int ofBoth = share(3) - ofNew - ofSlow;
        int free = all - ofNew - ofSlow - used.getOrDefault(EndpointStatus.STEADY, 0);
        return new ClaimCapacity(
                Math.max(0, free),
                Math.max(0, Math.min(share(2) - ofNew, ofBoth)),
                Math.max(0, Math.min(share(1) - ofSlow, ofBoth)),
                Math.min(FIRST, each),
                known);
    }

    private int share(int quarters) {
        return Math.max(1, all * quarters / 4);
    }

    private void answered(Slot slot, long nanoTime) {
        checkLatency(slot, nanoTime);
        if (!slot.isLate) {
            slow.remove(slot.endpoint);
            steady.merge(slot.endpoint, Math.min(FIRST + 1, each), (slots, first) -> Math.min(slots + 1, each));
        }
    }

    /** Counts each call that waits too long once; it halves the limit, because one slow call may be this replica's own fault. */
    private void checkLatency(Slot slot, long nanoTime) {
        if (slot.isAnswered || slot.isLate || nanoTime - slot.since <= slowNanos) {
            return;
        }
        slot.isLate = true;
        Integer slots = steady.get(slot.endpoint);
        if (slots != null && slots / 2 >= FIRST) {
            steady.put(slot.endpoint, slots / 2);
        } else {
            steady.remove(slot.endpoint);
            slow.put(slot.endpoint, SLOW_LIMIT);
        }
    }

    private static Map<String, Integer> lastUsed() {
        return new LinkedHashMap<>(16, 0.75f, true) {
            private static final long serialVersionUID = 1L;

            @Override
            protected boolean removeEldestEntry(Map.Entry<String, Integer> eldest) {
                return size() > REMEMBERED;
            }
        };
    }
}
