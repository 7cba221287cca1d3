package dev.agenthost.orchestrator.room;

import java.util.List;

/** Reserved slots, the narrowest pools first. */
public record Room(List<Slots> slots) {
    /** Slots of one pool; at least one. */
    public record Slots(SlotPool pool, int count) {}

    public static final Room NONE = new Room(List.of());

    public Room {
        slots = List.copyOf(slots);
    }

    public boolean isEmpty() {
        return slots.isEmpty();
    }

    public SlotPool pool(int index) {
        return slots.get(index).pool();
    }
}
