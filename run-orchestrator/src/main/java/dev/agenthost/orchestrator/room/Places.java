package dev.agenthost.orchestrator.room;

import java.util.HashMap;
import java.util.Map;
import java.util.function.Supplier;

/**
 * Sets places aside while a claim is on its way to the database and back, so that two claims at once never take the same
 * place. Thread-safe.
 */
public final class Places {
    private final Supplier<Map<String, Integer>> free;
    private final Map<String, Integer> setAside = new HashMap<>();
    private boolean closed;

    /** @param free places not taken by a run that was started, by runner id */
    public Places(Supplier<Map<String, Integer>> free) {
        this.free = free;
    }

    /** From now on nothing is free: this replica claims no more. */
    public synchronized void close() {
        closed = true;
    }

    public synchronized boolean areClosed() {
        return closed;
    }

    /** Sets aside what is free at every runner, at most {@code most} each. */
    public synchronized Room takeAll(int most) {
        Map<String, Integer> wanted = new HashMap<>(free.get());
        wanted.replaceAll((runner, places) -> most);
        return take(wanted);
    }

    /** Sets aside as much as is free of what is wanted. */
    public synchronized Room take(Map<String, Integer> wanted) {
        if (closed) {
            return Room.NONE;
        }
        Map<String, Integer> now = free.get();
        Map<String, Integer> taken = new HashMap<>();
        wanted.forEach((runner, places) -> {
            int left = now.getOrDefault(runner, 0) - setAside.getOrDefault(runner, 0);
            int some = Math.min(left, places);
            if (some > 0) {
                taken.put(runner, some);
                setAside.merge(runner, some, Integer::sum);
            }
        });
        return taken.isEmpty() ? Room.NONE : new Room(taken);
    }

    /** Gives back, once the runs that took the places were started. */
    public synchronized void giveBack(Room room) {
        room.places()
                .forEach((runner, places) ->
                        setAside.computeIfPresent(runner, (r, held) -> held > places ? held - places : null));
    }
}
