package dev.agenthost.sdk.ws;

import static org.assertj.core.api.Assertions.assertThat;

import java.time.Duration;
import net.jqwik.api.ForAll;
import net.jqwik.api.Property;
import net.jqwik.api.constraints.DoubleRange;
import net.jqwik.api.constraints.IntRange;
import org.junit.jupiter.api.Test;

class BackoffTest {
    @Test
    void doublesUpToTheMaximum() {
        Backoff backoff = new Backoff(Duration.ofMillis(200), Duration.ofSeconds(5));
        assertThat(backoff.pause(1, 0.999_999)).isBetween(Duration.ofMillis(199), Duration.ofMillis(200));
        assertThat(backoff.pause(2, 0)).isEqualTo(Duration.ofMillis(200));
        assertThat(backoff.pause(1_000_000, 0.999_999)).isBetween(Duration.ofMillis(4999), Duration.ofSeconds(5));
    }

    @Test
    void aRefusedKeyIsRetriedOnceAMinute() {
        assertThat(Backoff.DEFAULT.afterRefusal().pause(1, 0.999_999))
                .isBetween(Duration.ofMillis(4999), Duration.ofSeconds(5));
        assertThat(Backoff.DEFAULT.afterRefusal().pause(100, 0)).isEqualTo(Duration.ofSeconds(30));
        assertThat(Backoff.DEFAULT.afterRefusal().pause(100, 0.999_999))
                .isBetween(Duration.ofMillis(59_999), Duration.ofSeconds(60));
    }

    @Property
    void neverPausesLongerThanItsLongestNorLessThanHalfItsFirst(
            @ForAll @IntRange(min = 1) int failures,
            @ForAll @DoubleRange(max = 1, maxIncluded = false) double scatter) {
        assertThat(Backoff.DEFAULT.pause(failures, scatter)).isBetween(Duration.ofMillis(100), Duration.ofSeconds(5));
    }
}
