package dev.agenthost.bench.soak;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.within;

import org.junit.jupiter.api.Test;

class MemorySeriesTest {
    private final MemorySeries memories = new MemorySeries();

    @Test
    void theFirstFifthIsLeftOut() {
        memories.add("kafka", 0, 10);
        memories.add("kafka", 0.1, 90);
        for (int i = 2; i < 10; i++) {
            memories.add("kafka", i * 0.1, 100);
        }
        var rise = memories.rises().getFirst();
        assertThat(rise.anHour()).isCloseTo(0, within(1e-9));
        assertThat(rise.first()).isEqualTo(10);
        assertThat(rise.last()).isEqualTo(100);
    }

    @Test
    void theSteepestIsTheOneThatRisesMost() {
        for (int i = 0; i < 5; i++) {
            memories.add("kafka", i, 100 - i);
            memories.add("runner", i, 50 + 3 * i);
        }
        assertThat(memories.steepest()).hasValueSatisfying(rise -> {
            assertThat(rise.process()).isEqualTo("runner");
            assertThat(rise.anHour()).isCloseTo(3, within(1e-9));
        });
    }

    @Test
    void oneLookSaysNothing() {
        memories.add("kafka", 0, 10);
        assertThat(memories.rises()).isEmpty();
        assertThat(memories.steepest()).isEmpty();
    }
}
