package dev.agenthost.orchestrator.flowcontrol;

import java.util.List;

/** Reserved slots, the narrowest pools first. */
public record SlotReservation(List<Slots> slots) {
    /** Slots of one pool; at least one. */
    public record Slots(SlotPool pool, int count) {}

    public static final SlotReservation NONE = new SlotReservation(List.of());

    public SlotReservation {
        slots = List.copyOf(slots);
    }

    public boolean isEmpty() {
        return slots.isEmpty();
    }

    public SlotPool pool(int index) {
        return slots.get(index).pool();
    }
}
