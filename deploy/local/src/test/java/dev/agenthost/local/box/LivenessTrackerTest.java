package dev.agenthost.local.box;

import static org.assertj.core.api.Assertions.assertThat;

import dev.agenthost.local.process.ProcessName;
import java.time.Duration;
import org.junit.jupiter.api.Test;

class LivenessTrackerTest {
    private static final ProcessName NAME = new ProcessName("context-store", 1);
    private static final long SECOND = 1_000_000_000L;

    private final LivenessTracker notLive = new LivenessTracker(Duration.ofSeconds(10));

    @Test
    void aProcessIsStartedAgainOnceItHasSaidSoForLongEnough() {
        assertThat(notLive.isPast(NAME, true, 0)).isFalse();
        assertThat(notLive.isPast(NAME, true, 9 * SECOND)).isFalse();
        assertThat(notLive.isPast(NAME, true, 10 * SECOND)).isTrue();
        assertThat(notLive.isPast(NAME, true, 11 * SECOND)).isFalse();
    }

    @Test
    void whatRecoversOrSaysNothingBeginsAnew() {
        notLive.isPast(NAME, true, 0);
        assertThat(notLive.isPast(NAME, false, 5 * SECOND)).isFalse();
        assertThat(notLive.isPast(NAME, true, 12 * SECOND)).isFalse();
    }
}
