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

    private final EndpointConcurrencyLimiter places = new EndpointConcurrencyLimiter(new SendPolicy(
            Duration.ofSeconds(30),
            Duration.ofSeconds(10),
            Duration.ofSeconds(1),
            Duration.ofMinutes(5),
            Duration.ofHours(24),
            40,
            8));
    private long now;

    @Test
    void anEndpointBeginsWithTwoAndGetsOneMoreForEachAnswerThatComesSoon() {
        assertThat(room().each()).isEqualTo(2);
        for (int most = 3; most < 12; most++) {
            answers("a", GOOD, SOON);
            assertThat(share("a")).isEqualTo(new ClaimCapacity.Share(EndpointStatus.STEADY, Math.min(most, 8)));
        }
    }

    @Test
    void whatItHoldsIsTakenOffWhatItMayHave() {
        answers("a", GOOD, SOON);
        places.take("a", now);
        places.take("b", now);

        assertThat(share("a")).isEqualTo(new ClaimCapacity.Share(EndpointStatus.STEADY, 2));
        assertThat(share("b")).isEqualTo(new ClaimCapacity.Share(EndpointStatus.NEW, 1));
        assertThat(room().lanes()).isEqualTo(38);
        assertThat(room().ofNew()).isEqualTo(19);
    }

    @Test
    void whoLetsACallWaitLosesItsPlacesBeforeTheCallIsOver() {
        answers("a", GOOD, SOON);
        EndpointConcurrencyLimiter.Place waiting = places.take("a", now);
        now += LATE;

        assertThat(share("a")).isEqualTo(new ClaimCapacity.Share(EndpointStatus.SLOW, 0));

        places.answered(waiting, NONE, now);
        places.leave(waiting);
        assertThat(share("a")).isEqualTo(new ClaimCapacity.Share(EndpointStatus.SLOW, 1));
        answers("a", GOOD, SOON);
        assertThat(share("a")).isEqualTo(new ClaimCapacity.Share(EndpointStatus.STEADY, 3));
    }

    @Test
    void eachCallThatWaitsCostsHalfOnce() {
        for (int i = 0; i < 10; i++) {
            answers("a", GOOD, SOON);
        }
        EndpointConcurrencyLimiter.Place first = places.take("a", now);
        now += LATE;
        assertThat(share("a")).isEqualTo(new ClaimCapacity.Share(EndpointStatus.STEADY, 3));
        assertThat(share("a")).isEqualTo(new ClaimCapacity.Share(EndpointStatus.STEADY, 3));
        places.answered(first, GOOD, now);
        places.leave(first);
        assertThat(share("a")).isEqualTo(new ClaimCapacity.Share(EndpointStatus.STEADY, 4));

        for (int i = 0; i < 4; i++) {
            places.take("a", now);
        }
        now += LATE;
        assertThat(share("a")).isEqualTo(new ClaimCapacity.Share(EndpointStatus.SLOW, 0));
    }

    @Test
    void whatWaitsForTheDatabaseOnlyIsNoFaultOfTheEndpoint() {
        EndpointConcurrencyLimiter.Place place = places.take("a", now);
        places.answered(place, GOOD, now);
        now += LATE;

        assertThat(share("a")).isEqualTo(new ClaimCapacity.Share(EndpointStatus.STEADY, 2));
    }

    @Test
    void whatDidNotLeaveOrWasRefusedAtOnceSaysNothing() {
        answers("a", new SurfaceCallResult.Withheld(), LATE);
        answers("a", new SurfaceCallResult.NotSendable(RejectionCode.SECRET_MISSING, "none"), LATE);
        answers("a", NONE, SOON);

        assertThat(room().known()).doesNotContainKey("a");
    }

    @Test
    void howeverManyAreSlowTheSteadyKeepTheirs() {
        answers("steady", GOOD, SOON);
        List<EndpointConcurrencyLimiter.Place> held = new ArrayList<>();
        for (int host = 0; room().ofNew() > 0; host++) {
            held.add(places.take("new-" + host, now));
        }
        assertThat(held).hasSize(20);
        assertThat(room().lanes()).isEqualTo(20);

        now += LATE;

        assertThat(room().ofSlow()).isZero();
        assertThat(room().ofNew())
                .as("with those that are slow by now, three quarters")
                .isEqualTo(10);
        held.forEach(places::leave);
        assertThat(room().ofSlow()).isEqualTo(10);
    }

    @Test
    void remembersSoManyAndNoMore() {
        for (int host = 0; host < 2_000; host++) {
            answers("steady-" + host, GOOD, SOON);
            answers("slow-" + host, GOOD, LATE);
        }
        assertThat(room().known()).hasSize(1024);
        assertThat(share("steady-1999").standing()).isEqualTo(EndpointStatus.STEADY);
    }

    private void answers(String endpoint, SurfaceCallResult answer, long after) {
        EndpointConcurrencyLimiter.Place place = places.take(endpoint, now);
        places.answered(place, answer, now + after);
        places.leave(place);
    }

    private ClaimCapacity room() {
        return places.room(now);
    }

    private ClaimCapacity.Share share(String endpoint) {
        return room().known().get(endpoint);
    }
}
