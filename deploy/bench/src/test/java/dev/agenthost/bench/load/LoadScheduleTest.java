package dev.agenthost.bench.load;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.time.Duration;
import java.util.concurrent.TimeUnit;
import org.junit.jupiter.api.Test;

class LoadScheduleTest {
    private final LoadSchedule schedule = new LoadSchedule(50, Duration.ofSeconds(2), Duration.ofSeconds(10));

    @Test
    void sendsAtEvenDistances() {
        assertThat(schedule.at(0)).isZero();
        assertThat(schedule.at(1)).isEqualTo(TimeUnit.MILLISECONDS.toNanos(20));
        assertThat(schedule.at(100)).isEqualTo(TimeUnit.SECONDS.toNanos(2));
    }

    @Test
    void sendsTheRateForTheWholeTimeAndMeasuresAfterTheWarmUp() {
        assertThat(schedule.count()).isEqualTo(600);
        assertThat(schedule.isMeasured(99)).isFalse();
        assertThat(schedule.isMeasured(100)).isTrue();
    }

    @Test
    void rateThatIsNotOneIsRefused() {
        for (double rate : new double[] {0, -1, Double.NaN}) {
            assertThatThrownBy(() -> new LoadSchedule(rate, Duration.ZERO, Duration.ZERO))
                    .isInstanceOf(IllegalArgumentException.class);
        }
    }
}
