package dev.agenthost.orchestrator.room;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import net.jqwik.api.ForAll;
import net.jqwik.api.Property;
import net.jqwik.api.constraints.IntRange;
import net.jqwik.api.constraints.Size;
import org.junit.jupiter.api.Test;

class PlacesTest {
    @Property
    void neverSetsAsideMoreThanIsFree(
            @ForAll @IntRange(min = 0, max = 20) int free,
            @ForAll @Size(max = 20) List<@IntRange(min = -3, max = 8) Integer> calls) {
        Places places = new Places(() -> Map.of("r", free));
        List<Room> held = new ArrayList<>();
        for (int call : calls) {
            if (call > 0) {
                Room room = places.take(Map.of("r", call));
                if (!room.isEmpty()) {
                    held.add(room);
                }
            } else if (!held.isEmpty()) {
                places.giveBack(held.removeLast());
            }
            assertThat(held.stream().mapToInt(room -> room.of("r")).sum()).isLessThanOrEqualTo(free);
        }
        held.forEach(places::giveBack);
        assertThat(places.takeAll(100).of("r")).isEqualTo(free);
    }

    @Test
    void knowsNoRoomAtARunnerThatIsNotConnected() {
        Map<String, Integer> free = new HashMap<>(Map.of("r", 1));
        Places places = new Places(() -> free);
        assertThat(places.take(Map.of("other", 1)).isEmpty()).isTrue();
        free.clear();
        assertThat(places.takeAll(5).isEmpty()).isTrue();
    }
}
