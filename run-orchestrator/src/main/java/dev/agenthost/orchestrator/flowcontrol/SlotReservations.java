package dev.agenthost.orchestrator.flowcontrol;

import java.util.ArrayList;
import java.util.HashMap;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.TreeMap;
import java.util.concurrent.CopyOnWriteArrayList;
import java.util.function.Supplier;

/**
 * Reserves slots for the duration of a claim in the database, so that two concurrent claims never use the same slot. Thread-safe.
 */
public final class SlotReservations {
    private final Supplier<Map<SlotPool, Integer>> free;
    private final Map<SlotPool, Integer> reserved = new HashMap<>();
    /** The pools whose free slots were all reserved at the last {@link #takeAll}. */
    private final Set<SlotPool> missed = new HashSet<>();

    private final List<Runnable> wakes = new CopyOnWriteArrayList<>();
    private boolean closed;

    /** @param free the slots without a started run */
    public SlotReservations(Supplier<Map<SlotPool, Integer>> free) {
        this.free = free;
    }

    /** Calls {@code wake} when slots are returned that {@link #takeAll} did not get because they were reserved. */
    public void onReturned(Runnable wake) {
        wakes.add(wake);
    }

    /** Closes the reservations: from now on no slot is free, and this replica claims no more runs. */
    public synchronized void close() {
        closed = true;
    }

    public synchronized boolean areClosed() {
        return closed;
    }

    /** Reserves the free slots of every pool, at most {@code most} each. */
    public synchronized SlotReservation takeAll(int most) {
        Map<SlotPool, Integer> available = available();
        Map<SlotPool, Integer> reserving = new TreeMap<>(SlotPool.NARROWEST_FIRST);
        available.forEach((pool, slots) -> reserving.put(pool, Math.min(slots, most)));
        missed.addAll(reserved.keySet());
        missed.removeAll(reserving.keySet());
        return add(reserving);
    }

    /** Reserves the demanded slots, as far as they are free. */
    public synchronized SlotReservation take(Map<SlotDemand, Integer> demands) {
        Map<SlotPool, Integer> available = available();
        Map<SlotPool, Integer> reserving = new TreeMap<>(SlotPool.NARROWEST_FIRST);
        demands.forEach((demand, runs) -> {
            int missing = runs;
            for (SlotPool pool : serving(demand, available)) {
                int count = Math.min(missing, available.getOrDefault(pool, 0));
                if (count > 0) {
                    missing -= count;
                    available.merge(pool, -count, Integer::sum);
                    reserving.merge(pool, count, Integer::sum);
                }
            }
        });
        return add(reserving);
    }

    /** Returns the slots, once the runs that use them were started. */
    public void giveBack(SlotReservation reservation) {
        if (remove(reservation)) {
            wakes.forEach(Runnable::run);
        }
    }

    private synchronized boolean remove(SlotReservation reservation) {
        boolean wasMissed = false;
        for (SlotReservation.Slots slots : reservation.slots()) {
            wasMissed |= missed.remove(slots.pool());
            reserved.computeIfPresent(
                    slots.pool(), (pool, count) -> count > slots.count() ? count - slots.count() : null);
        }
        return wasMissed;
    }

    private Map<SlotPool, Integer> available() {
        Map<SlotPool, Integer> available = new HashMap<>();
        if (!closed) {
            free.get().forEach((pool, slots) -> {
                int unreserved = slots - reserved.getOrDefault(pool, 0);
                if (unreserved > 0) {
                    available.put(pool, unreserved);
                }
            });
        }
        return available;
    }

    private static List<SlotPool> serving(SlotDemand demand, Map<SlotPool, Integer> available) {
        return available.keySet().stream()
                .filter(pool -> pool.serves(demand.runnerId(), demand.workspaceId()))
                .sorted(SlotPool.NARROWEST_FIRST)
                .toList();
    }

    private SlotReservation add(Map<SlotPool, Integer> reserving) {
        List<SlotReservation.Slots> slots = new ArrayList<>();
        reserving.forEach((pool, count) -> {
            slots.add(new SlotReservation.Slots(pool, count));
            reserved.merge(pool, count, Integer::sum);
        });
        return slots.isEmpty() ? SlotReservation.NONE : new SlotReservation(slots);
    }
}
