package dev.agenthost.orchestrator.wire;

import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import java.time.Duration;
import java.util.Objects;
import org.junit.jupiter.api.Test;

class RequestMemoryTest {
    private final RequestMemory memory = new RequestMemory(100);

    @Test
    void refusesAboveTheLimitUntilARelease() {
        RequestMemory.Hold first = Objects.requireNonNull(memory.take(60));
        RequestMemory.Hold second = Objects.requireNonNull(memory.take(40));
        assertThat(memory.take(1)).isNull();

        second.giveBack();
        second.giveBack();
        assertThat(memory.take(41)).isNull();
        assertThat(memory.take(40)).isNotNull();
        first.giveBack();
    }

    @Test
    void acceptsASingleRequestOfAnySize() {
        RequestMemory.Hold alone = Objects.requireNonNull(memory.take(1_000));
        assertThat(memory.take(1)).isNull();
        alone.giveBack();
        assertThat(memory.take(1)).isNotNull();
    }

    @Test
    void releasesAnUnreachableHold() {
        assertThat(memory.take(100)).isNotNull();
        await().atMost(Duration.ofSeconds(30)).until(() -> {
            System.gc();
            RequestMemory.Hold next = memory.take(100);
            if (next != null) {
                next.giveBack();
            }
            return next != null;
        });
    }
}
