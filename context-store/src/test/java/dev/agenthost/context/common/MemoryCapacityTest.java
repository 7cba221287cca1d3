package dev.agenthost.context.common;

import static org.assertj.core.api.Assertions.assertThat;

import org.junit.jupiter.api.Test;

class MemoryCapacityTest {
    private static final String ONE = "one";
    private static final String OTHER = "other";

    @Test
    void neverExceedsTheCapacity() {
        MemoryCapacity room = new MemoryCapacity(10);

        assertThat(room.take(ONE, 6)).isTrue();
        assertThat(room.take(OTHER, 5)).isFalse();
        assertThat(room.take(OTHER, 4)).isTrue();
        assertThat(room.take(ONE, 1)).isFalse();
        room.free(ONE, 6);
        assertThat(room.take(OTHER, 6)).isTrue();
    }

    @Test
    void anAmountBeyondTheCapacityIsGrantedAlone() {
        MemoryCapacity room = new MemoryCapacity(10);

        assertThat(room.take(ONE, 11)).isTrue();
        assertThat(room.take(OTHER, 1)).isFalse();
        room.free(ONE, 11);
        assertThat(room.take(OTHER, 1)).isTrue();
        assertThat(room.take(ONE, 11)).isFalse();
    }

    @Test
    void zeroNeedsNoCapacity() {
        MemoryCapacity room = new MemoryCapacity(1);

        assertThat(room.take(ONE, 1)).isTrue();
        assertThat(room.take(ONE, 0)).isTrue();
    }

    @Test
    void oneWorkspaceHasAtMostItsShare() {
        MemoryCapacity room = new MemoryCapacity(4, 2);

        assertThat(room.take(ONE, 1)).isTrue();
        assertThat(room.take(ONE, 1)).isTrue();
        assertThat(room.take(ONE, 1)).isFalse();
        assertThat(room.take(OTHER, 1)).isTrue();
        assertThat(room.take(OTHER, 1)).isTrue();
        assertThat(room.take("third", 1)).as("all is taken").isFalse();
        room.free(ONE, 1);
        assertThat(room.take(ONE, 1)).as("what was given back").isTrue();
        assertThat(room.take(ONE, 1)).isFalse();
    }

    @Test
    void aRefusalReservesNothing() {
        MemoryCapacity room = new MemoryCapacity(4, 2);
        room.take(ONE, 2);
        for (int i = 0; i < 10; i++) {
            assertThat(room.take(ONE, 1)).isFalse();
        }
        assertThat(room.take(OTHER, 2)).isTrue();
        room.free(ONE, 2);
        assertThat(room.take(ONE, 2)).isTrue();
    }
}
