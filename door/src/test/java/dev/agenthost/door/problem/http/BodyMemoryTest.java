package dev.agenthost.door.problem.http;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.Test;

class BodyMemoryTest {
    private final BodyMemory memory = new BodyMemory(100);
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
}
