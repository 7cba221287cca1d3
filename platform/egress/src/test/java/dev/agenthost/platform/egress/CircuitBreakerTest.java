package dev.agenthost.platform.egress;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatIllegalArgumentException;

import dev.agenthost.platform.egress.CircuitBreaker.Policy;
import java.time.Duration;
import org.junit.jupiter.api.Test;

class CircuitBreakerTest {
    private static final Duration SECOND = Duration.ofSeconds(1);

    /** Near the end of the range: a monotonic clock may overflow. */
    private long now = Long.MAX_VALUE - SECOND.toNanos();

    @Test
    void opensAfterConsecutiveFailuresOnly() {
        CircuitBreaker breaker = new CircuitBreaker(new Policy(3, SECOND, SECOND));

        assertThat(breaker.recordFailure(now)).isFalse();
        assertThat(breaker.recordFailure(now)).isFalse();
        breaker.recordSuccess(now);
        assertThat(breaker.recordFailure(now)).isFalse();
        assertThat(breaker.recordFailure(now)).isFalse();
        assertThat(breaker.isOpen(now)).isFalse();

        assertThat(breaker.recordFailure(now)).isTrue();
        assertThat(breaker.isOpen(now)).isTrue();
    }

    @Test
    void isOpenForThePauseAndCountsFromZeroAfterIt() {
        CircuitBreaker breaker = new CircuitBreaker(new Policy(2, SECOND, SECOND));
        breaker.recordFailure(now);
        breaker.recordFailure(now);

        now += SECOND.toNanos() - 1;
        assertThat(breaker.isOpen(now)).isTrue();
        now++;
        assertThat(breaker.isOpen(now)).isFalse();
        assertThat(breaker.recordFailure(now)).isFalse();
        assertThat(breaker.recordFailure(now)).isTrue();
    }

    @Test
    void ignoresFailuresOfRequestsFromBeforeThePause() {
        CircuitBreaker breaker = new CircuitBreaker(new Policy(1, SECOND, SECOND.multipliedBy(8)));
        breaker.recordFailure(now);

        now += SECOND.toNanos() / 2;
        assertThat(breaker.recordFailure(now)).isFalse();

        now += SECOND.toNanos() / 2;
        assertThat(breaker.isOpen(now)).isFalse();
    }

    @Test
    void anAnswerDuringThePauseEndsIt() {
        CircuitBreaker breaker = new CircuitBreaker(new Policy(1, SECOND, SECOND));
        breaker.recordFailure(now);

        breaker.recordSuccess(now);

        assertThat(breaker.isOpen(now)).isFalse();
    }

    @Test
    void eachPauseIsTwiceAsLongUpToTheLongest() {
        CircuitBreaker breaker = new CircuitBreaker(new Policy(1, SECOND, Duration.ofSeconds(5)));

        for (int seconds : new int[] {1, 2, 4, 5, 5}) {
            assertThat(pauseAfterFailure(breaker)).isEqualTo(Duration.ofSeconds(seconds));
        }
    }

    @Test
    void anAnswerDoesNotShortenTheNextPauseButHalfAMinuteOfAnswersDoes() {
        CircuitBreaker breaker = new CircuitBreaker(new Policy(1, SECOND, Duration.ofMinutes(1)));
        pauseAfterFailure(breaker);
        breaker.recordSuccess(now);
        assertThat(pauseAfterFailure(breaker)).isEqualTo(Duration.ofSeconds(2));

        breaker.recordSuccess(now);
        now += CircuitBreaker.HEALTHY.toNanos();
        breaker.recordSuccess(now);
        now++;

        assertThat(pauseAfterFailure(breaker)).isEqualTo(SECOND);
    }

    @Test
    void aPolicyThatNeverOpensOrShrinksIsRefused() {
        assertThatIllegalArgumentException().isThrownBy(() -> new Policy(0, SECOND, SECOND));
        assertThatIllegalArgumentException().isThrownBy(() -> new Policy(1, SECOND, SECOND.minusNanos(1)));
    }

    /** Fails once and moves the clock to the end of the pause. */
    private Duration pauseAfterFailure(CircuitBreaker breaker) {
        assertThat(breaker.recordFailure(now)).isTrue();
        long began = now;
        long step = Duration.ofMillis(500).toNanos();
        while (breaker.isOpen(now)) {
            now += step;
        }
        return Duration.ofNanos(now - began);
    }
}
