package dev.agenthost.orchestrator.lifecycle.attempt;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.time.Duration;
import org.junit.jupiter.api.Test;

class ResultRateLimiterTest {
    private final ResultRateLimiter pace = new ResultRateLimiter(new ResultRateLimiter.Rate(100, 20), 0);

    @Test
    void soManyAtOnceAndThenSoManyASecond() {
        assertThat(takes(0, 1_000)).isEqualTo(20);
        assertThat(takes(seconds(0.1), 1_000)).isEqualTo(10);
        assertThat(takes(seconds(0.1), 1_000)).isZero();
        assertThat(takes(seconds(60), 1_000))
                .as("no more than the burst was saved up")
                .isEqualTo(20);
    }

    @Test
    void whoWaitsWaitsForAsManyAsAMomentBrings() {
        takes(0, 1_000);

        Duration pause = pace.pause();

        assertThat(pause).isEqualTo(Duration.ofMillis(50));
        assertThat(takes(pause.toNanos(), 1_000)).isEqualTo(5);
    }

    @Test
    void aLargeResultCountsAsSeveral() {
        assertThat(pace.allows(0)).isTrue();
        pace.took(8 * 1024 * 29);

        assertThat(pace.allows(0)).isFalse();
        assertThat(pace.allows(seconds(0.1))).as("it owes for itself").isFalse();
        assertThat(pace.allows(seconds(0.12))).isTrue();
    }

    @Test
    void aClockThatStandsBringsNothing() {
        takes(seconds(1), 1_000);

        assertThat(pace.allows(0)).isFalse();
    }

    @Test
    void refusesARateOfNothing() {
        assertThatThrownBy(() -> new ResultRateLimiter.Rate(0, 1)).isInstanceOf(IllegalArgumentException.class);
        assertThatThrownBy(() -> new ResultRateLimiter.Rate(1, 0)).isInstanceOf(IllegalArgumentException.class);
    }

    private int takes(long now, int wanted) {
        int taken = 0;
        while (taken < wanted && pace.allows(now)) {
            pace.took(100);
            taken++;
        }
        return taken;
    }

    private static long seconds(double seconds) {
        return (long) (seconds * 1e9);
    }
}
