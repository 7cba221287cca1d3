package dev.agenthost.orchestrator.room;

import java.util.Map;

/** Places set aside, by runner id; each at least one. */
public record Room(Map<String, Integer> places) {
    public static final Room NONE = new Room(Map.of());

    public Room {
        places = Map.copyOf(places);
    }

    public boolean isEmpty() {
        return places.isEmpty();
    }

    public int of(String runnerId) {
        return places.getOrDefault(runnerId, 0);
    }
}
