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
 * Reserves slots while a claim is on its way to the database and back, so that two concurrent claims never take the same
 * slot. Thread-safe.
 */
public final class SlotReservations {
    private final Supplier<Map<SlotPool, Integer>> free;
    private final Map<SlotPool, Integer> setAside = new HashMap<>();
    /** Pools of which all that was free was set aside when everything was wanted. */
    private final Set<SlotPool> missed = new HashSet<>();

    private final List<Runnable> wakes = new CopyOnWriteArrayList<>();
    private boolean closed;

    /** @param free slots not taken by a run that was started */
    public SlotReservations(Supplier<Map<SlotPool, Integer>> free) {
        this.free = free;
    }

    /** Calls {@code wake} when slots come back that {@link #takeAll} did not get because they were set aside. */
    public void onReturned(Runnable wake) {
        wakes.add(wake);
    }

    /** From now on nothing is free: this replica claims no more. */
    public synchronized void close() {
        closed = true;
    }

    public synchronized boolean areClosed() {
        return closed;
    }

    /** Reserves the free slots of every pool, at most {@code most} each. */
    public synchronized SlotReservation takeAll(int most) {
        Map<SlotPool, Integer> left = left();
        Map<SlotPool, Integer> taken = new TreeMap<>(SlotPool.NARROWEST_FIRST);
        left.forEach((pool, slots) -> taken.put(pool, Math.min(slots, most)));
        missed.addAll(setAside.keySet());
        missed.removeAll(taken.keySet());
        return set(taken);
    }

    /** Sets aside as much as is free of what is wanted. */
    public synchronized SlotReservation take(Map<SlotDemand, Integer> wanted) {
        Map<SlotPool, Integer> left = left();
        Map<SlotPool, Integer> taken = new TreeMap<>(SlotPool.NARROWEST_FIRST);
        wanted.forEach((demand, runs) -> {
            int missing = runs;
            for (SlotPool pool : serving(demand, left)) {
                int some = Math.min(missing, left.getOrDefault(pool, 0));
                if (some > 0) {
                    missing -= some;
                    left.merge(pool, -some, Integer::sum);
                    taken.merge(pool, some, Integer::sum);
                }
            }
        });
        return set(taken);
    }

    /** Gives back, once the runs that took the slots were started. */
    public void giveBack(SlotReservation room) {
        if (returned(room)) {
            wakes.forEach(Runnable::run);
        }
    }

    private synchronized boolean returned(SlotReservation room) {
        boolean wanted = false;
        for (SlotReservation.Slots slots : room.slots()) {
            wanted |= missed.remove(slots.pool());
            setAside.computeIfPresent(slots.pool(), (pool, held) -> held > slots.count() ? held - slots.count() : null);
        }
        return wanted;
    }

    private Map<SlotPool, Integer> left() {
        Map<SlotPool, Integer> left = new HashMap<>();
        if (!closed) {
            free.get().forEach((pool, slots) -> {
                int some = slots - setAside.getOrDefault(pool, 0);
                if (some > 0) {
                    left.put(pool, some);
                }
            });
        }
        return left;
    }

    private static List<SlotPool> serving(SlotDemand demand, Map<SlotPool, Integer> left) {
        return left.keySet().stream()
                .filter(pool -> pool.serves(demand.runnerId(), demand.workspaceId()))
                .sorted(SlotPool.NARROWEST_FIRST)
                .toList();
    }

    private SlotReservation set(Map<SlotPool, Integer> taken) {
        List<SlotReservation.Slots> slots = new ArrayList<>();
        taken.forEach((pool, count) -> {
            slots.add(new SlotReservation.Slots(pool, count));
            setAside.merge(pool, count, Integer::sum);
        });
        return slots.isEmpty() ? SlotReservation.NONE : new SlotReservation(slots);
    }
}
