package dev.agenthost.orchestrator.flowcontrol;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.concurrent.atomic.AtomicInteger;
import net.jqwik.api.ForAll;
import net.jqwik.api.Property;
import net.jqwik.api.constraints.IntRange;
import net.jqwik.api.constraints.Size;
import org.junit.jupiter.api.Test;

class SlotReservationsTest {
    private static final SlotPool ALL = pool("*");
    private static final SlotPool OF_A = pool("A");

    @Property
    void neverReservesMoreThanIsFree(
            @ForAll @IntRange(min = 0, max = 20) int free,
            @ForAll @Size(max = 20) List<@IntRange(min = -3, max = 8) Integer> calls) {
        SlotReservations places = new SlotReservations(() -> Map.of(ALL, free));
        List<SlotReservation> reservations = new ArrayList<>();
        for (int call : calls) {
            if (call > 0) {
                SlotReservation reservation = places.take(Map.of(new SlotDemand("r", "A"), call));
                if (!reservation.isEmpty()) {
                    reservations.add(reservation);
                }
            } else if (!reservations.isEmpty()) {
                places.giveBack(reservations.removeLast());
            }
            assertThat(reservations.stream()
                            .mapToInt(reservation -> of(reservation, ALL))
                            .sum())
                    .isLessThanOrEqualTo(free);
        }
        reservations.forEach(places::giveBack);
        assertThat(of(places.takeAll(100), ALL)).isEqualTo(free);
    }

    @Test
    void reservesNothingForADisconnectedRunner() {
        Map<SlotPool, Integer> free = new HashMap<>(Map.of(ALL, 1));
        SlotReservations places = new SlotReservations(() -> free);
        assertThat(places.take(Map.of(new SlotDemand("other", "A"), 1)).isEmpty())
                .isTrue();
        free.clear();
        assertThat(places.takeAll(5).isEmpty()).isTrue();
    }

    @Test
    void reservesNothingForAnUnservedWorkspace() {
        SlotReservations places = new SlotReservations(() -> Map.of(OF_A, 100_000));
        assertThat(places.take(Map.of(new SlotDemand("r", "B"), 1)).isEmpty()).isTrue();
        assertThat(of(places.take(Map.of(new SlotDemand("r", "A"), 1)), OF_A)).isOne();
    }

    @Test
    void usesTheNarrowestPoolFirst() {
        SlotReservations places = new SlotReservations(() -> Map.of(ALL, 2, OF_A, 2));
        SlotReservation reservation = places.take(Map.of(new SlotDemand("r", "A"), 3));
        assertThat(of(reservation, OF_A)).isEqualTo(2);
        assertThat(of(reservation, ALL)).isOne();
        assertThat(of(places.take(Map.of(new SlotDemand("r", "B"), 3)), ALL)).isOne();
    }

    @Test
    void runnersOfOneConnectionShareItsSlots() {
        SlotPool both = new SlotPool(Set.of("r", "s"), Set.of("A"));
        SlotReservations places = new SlotReservations(() -> Map.of(both, 3));
        SlotReservation reservation = places.take(Map.of(new SlotDemand("r", "A"), 2, new SlotDemand("s", "A"), 2));
        assertThat(of(reservation, both)).isEqualTo(3);
        assertThat(places.takeAll(5).isEmpty()).isTrue();
    }

    @Test
    void notifiesTakeAllWhenReservedSlotsAreReturned() {
        SlotReservations places = new SlotReservations(() -> Map.of(ALL, 1, OF_A, 1));
        AtomicInteger wakes = new AtomicInteger();
        places.onReturned(wakes::incrementAndGet);
        SlotReservation ofA = places.take(Map.of(new SlotDemand("r", "A"), 1));
        SlotReservation rest = places.takeAll(5);
        assertThat(of(rest, OF_A)).isZero();
        places.giveBack(rest);
        assertThat(wakes).hasValue(0);
        places.giveBack(ofA);
        assertThat(wakes).hasValue(1);
        places.giveBack(places.take(Map.of(new SlotDemand("r", "A"), 1)));
        assertThat(wakes).hasValue(1);
    }

    private static int of(SlotReservation reservation, SlotPool pool) {
        return reservation.slots().stream()
                .filter(slots -> slots.pool().equals(pool))
                .mapToInt(SlotReservation.Slots::count)
                .sum();
    }

    private static SlotPool pool(String workspace) {
        return new SlotPool(Set.of("r"), Set.of(workspace));
    }
}
