package dev.agenthost.local.process;

import static org.assertj.core.api.Assertions.assertThat;

import java.time.Duration;
import org.junit.jupiter.api.Test;

class BackoffTest {
    private static final Duration SHORT = Duration.ofSeconds(1);
    private static final Duration LONG = Duration.ofMinutes(5);

    @Test
    void firstDeathIsAnsweredAtOnce() {
        assertThat(Backoff.after(Duration.ZERO, SHORT)).isLessThan(Duration.ofMillis(200));
    }

    @Test
    void pauseGrowsWhileItKeepsDyingAndStaysBounded() {
        var pause = Duration.ZERO;
        for (int i = 0; i < 20; i++) {
            var next = Backoff.after(pause, SHORT);
            assertThat(next).isGreaterThanOrEqualTo(pause).isLessThanOrEqualTo(Duration.ofSeconds(3));
            pause = next;
        }
        assertThat(pause).isEqualTo(Duration.ofSeconds(3));
        assertThat(Backoff.after(pause, LONG)).isLessThan(Duration.ofMillis(200));
    }
}
