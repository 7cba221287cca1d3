package dev.agenthost.orchestrator.runtime;

import static org.assertj.core.api.Assertions.assertThat;

import java.time.Duration;
import java.util.stream.IntStream;
import org.junit.jupiter.api.Test;

/** Tests the pauses before a runtime is dialled again. */
class BackOffTest {
    @Test
    void pausesGrowToTheLongestAreScatteredAndStartAnewAfterALongLife() {
        BackOff upper = new BackOff(Duration.ofSeconds(1), Duration.ofSeconds(60), () -> 1.0);
        BackOff lower = new BackOff(Duration.ofSeconds(1), Duration.ofSeconds(60), () -> 0.0);

        assertThat(IntStream.range(0, 8)
                        .mapToObj(i -> upper.pause(Duration.ofSeconds(5)).toSeconds()))
                .containsExactly(1L, 2L, 4L, 8L, 16L, 32L, 60L, 60L);
        assertThat(lower.pause(Duration.ZERO)).isEqualTo(Duration.ofMillis(500));
        assertThat(upper.pause(Duration.ofSeconds(60))).isEqualTo(Duration.ofSeconds(1));
        IntStream.range(0, 100).forEach(i -> upper.pause(Duration.ZERO));
        assertThat(upper.pause(Duration.ZERO)).isEqualTo(Duration.ofSeconds(60));
    }
}
