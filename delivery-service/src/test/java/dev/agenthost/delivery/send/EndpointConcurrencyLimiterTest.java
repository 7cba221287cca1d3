package dev.agenthost.delivery.send;

import static org.assertj.core.api.Assertions.assertThat;

import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.Test;

class EndpointConcurrencyLimiterTest {
    private static final long SOON = Duration.ofMillis(900).toNanos();
    private static final long LATE = Duration.ofMillis(1100).toNanos();
    private static final SurfaceCallResult GOOD = new SurfaceCallResult.Answered(200, null);
    private static final SurfaceCallResult NONE =
            new SurfaceCallResult.NoAnswer("no answer in time", RejectionCode.GIVEN_UP);

    private final EndpointConcurrencyLimiter limiter = new EndpointConcurrencyLimiter(new SendPolicy(
            Duration.ofSeconds(30),
            Duration.ofSeconds(10),
            Duration.ofSeconds(1),
            Duration.ofMinutes(5),
            Duration.ofHours(24),
            40,
            8));
    private long now;

    @Test
    void anEndpointStartsWithTwoSlotsAndGainsOneForEachPromptAnswer() {
        assertThat(capacity().each()).isEqualTo(2);
        for (int most = 3; most < 12; most++) {
            answers("a", GOOD, SOON);
            assertThat(share("a")).isEqualTo(new ClaimCapacity.Share(EndpointStatus.STEADY, Math.min(most, 8)));
        }
    }

    @Test
    void slotsInUseReduceTheCapacity() {
        answers("a", GOOD, SOON);
        limiter.acquire("a", now);
        limiter.acquire("b", now);

        assertThat(share("a")).isEqualTo(new ClaimCapacity.Share(EndpointStatus.STEADY, 2));
        assertThat(share("b")).isEqualTo(new ClaimCapacity.Share(EndpointStatus.NEW, 1));
        assertThat(capacity().lanes()).isEqualTo(38);
        assertThat(capacity().ofNew()).isEqualTo(19);
    }

    @Test
    void aSlowCallHalvesTheLimitBeforeItEnds() {
        answers("a", GOOD, SOON);
        EndpointConcurrencyLimiter.Slot waiting = limiter.acquire("a", now);
        now += LATE;

        assertThat(share("a")).isEqualTo(new ClaimCapacity.Share(EndpointStatus.SLOW, 0));

        limiter.answered(waiting, NONE, now);
        limiter.release(waiting);
        assertThat(share("a")).isEqualTo(new ClaimCapacity.Share(EndpointStatus.SLOW, 1));
        answers("a", GOOD, SOON);
        assertThat(share("a")).isEqualTo(new ClaimCapacity.Share(EndpointStatus.STEADY, 3));
    }

    @Test
    void eachCallThatWaitsCostsHalfOnce() {
        for (int i = 0; i < 10; i++) {
            answers("a", GOOD, SOON);
        }
        EndpointConcurrencyLimiter.Slot first = limiter.acquire("a", now);
        now += LATE;
        assertThat(share("a")).isEqualTo(new ClaimCapacity.Share(EndpointStatus.STEADY, 3));
        assertThat(share("a")).isEqualTo(new ClaimCapacity.Share(EndpointStatus.STEADY, 3));
        limiter.answered(first, GOOD, now);
        limiter.release(first);
        assertThat(share("a")).isEqualTo(new ClaimCapacity.Share(EndpointStatus.STEADY, 4));

        for (int i = 0; i < 4; i++) {
            limiter.acquire("a", now);
        }
        now += LATE;
        assertThat(share("a")).isEqualTo(new ClaimCapacity.Share(EndpointStatus.SLOW, 0));
    }

    @Test
    void aDelayOfTheDatabaseDoesNotCountAgainstTheEndpoint() {
        EndpointConcurrencyLimiter.Slot slot = limiter.acquire("a", now);
        limiter.answered(slot, GOOD, now);
        now += LATE;

        assertThat(share("a")).isEqualTo(new ClaimCapacity.Share(EndpointStatus.STEADY, 2));
    }

    @Test
    void anUnsentCallDoesNotChangeTheLimit() {
        answers("a", new SurfaceCallResult.Withheld(), LATE);
        answers("a", new SurfaceCallResult.NotSendable(RejectionCode.SECRET_MISSING, "none"), LATE);
        answers("a", NONE, SOON);

        assertThat(capacity().known()).doesNotContainKey("a");
    }

    @Test
    void slowEndpointsNeverTakeTheSlotsOfPromptOnes() {
        answers("steady", GOOD, SOON);
        List<EndpointConcurrencyLimiter.Slot> inUse = new ArrayList<>();
        for (int host = 0; capacity().ofNew() > 0; host++) {
            inUse.add(limiter.acquire("new-" + host, now));
        }
        assertThat(inUse).hasSize(20);
        assertThat(capacity().lanes()).isEqualTo(20);

        now += LATE;

        assertThat(capacity().ofSlow()).isZero();
        assertThat(capacity().ofNew())
                .as("with those that are slow by now, three quarters")
                .isEqualTo(10);
        inUse.forEach(limiter::release);
        assertThat(capacity().ofSlow()).isEqualTo(10);
    }

    @Test
    void remembersABoundedNumberOfEndpoints() {
        for (int host = 0; host < 2_000; host++) {
            answers("steady-" + host, GOOD, SOON);
            answers("slow-" + host, GOOD, LATE);
        }
        assertThat(capacity().known()).hasSize(1024);
        assertThat(share("steady-1999").status()).isEqualTo(EndpointStatus.STEADY);
    }

    private void answers(String endpoint, SurfaceCallResult answer, long after) {
        EndpointConcurrencyLimiter.Slot slot = limiter.acquire(endpoint, now);
        limiter.answered(slot, answer, now + after);
        limiter.release(slot);
    }

    private ClaimCapacity capacity() {
        return limiter.capacity(now);
    }

    private ClaimCapacity.Share share(String endpoint) {
        return capacity().known().get(endpoint);
    }
}
