package dev.agenthost.platform.rest.http;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.Test;

class BodyMemoryLimiterTest {
    private final BodyMemoryLimiter memory = new BodyMemoryLimiter(100);
    private final List<String> read = new ArrayList<>();

    @Test
    void aBodyWaitsUntilThereIsRoomAndNoneOvertakesIt() {
        memory.take(60, () -> read.add("first"));
        memory.take(60, () -> read.add("second"));
        memory.take(10, () -> read.add("third"));
        assertThat(read).containsExactly("first");

        memory.giveBack(60);
        assertThat(read).containsExactly("first", "second", "third");
    }

    @Test
    void oneThatComesAloneMayBeLarger() {
        memory.take(500, () -> read.add("large"));
        memory.take(1, () -> read.add("small"));
        assertThat(read).containsExactly("large");

        memory.giveBack(500);
        assertThat(read).containsExactly("large", "small");
    }

    @Test
    void aBodyThatCannotWaitIsNotTakenBeforeOneThatWaits() {
        memory.take(60, () -> read.add("first"));
        assertThat(memory.tryTake(40)).isTrue();
        assertThat(memory.tryTake(1)).isFalse();
        memory.take(50, () -> read.add("second"));

        memory.giveBack(40);
        assertThat(memory.isWaitedFor()).isTrue();
        assertThat(memory.tryTake(1)).isFalse();
    }

    @Test
    void aSmallBodyCountsItsTreeAndALargeOneTheLargestTree() {
        assertThat(BodyMemoryLimiter.of(1_000)).isEqualTo(30_000);
        assertThat(BodyMemoryLimiter.of(20 << 20)).isEqualTo((10 << 20) + 3 * (20L << 20));
    }
}
