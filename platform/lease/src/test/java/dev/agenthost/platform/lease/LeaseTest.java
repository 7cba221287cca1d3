package dev.agenthost.platform.lease;

import static org.assertj.core.api.Assertions.assertThat;

import java.time.Duration;
import java.util.UUID;
import net.jqwik.api.ForAll;
import net.jqwik.api.Property;
import net.jqwik.api.constraints.LongRange;
import org.junit.jupiter.api.Test;

class LeaseTest {
    private static final Duration TERM = Duration.ofSeconds(6);
    private static final Lease NEW = Lease.pending(new Incarnation(new UUID(1, 1)));

    @Test
    void mayNotActBeforeItsFirstRenewal() {
        assertThat(NEW.isCurrent(0)).isFalse();
    }

    @Property
    void endsATermAfterTheRenewalWasAskedForHoweverLongTheAnswerTook(
            @ForAll long asked, @ForAll @LongRange(min = 0, max = 12_000_000_000L) long later) {
        Lease held = NEW.renewed(asked, TERM);
        assertThat(held.isCurrent(asked + later)).isEqualTo(later < TERM.toNanos());
    }

    @Property
    void anAnswerOutOfOrderShortensNothing(@ForAll @LongRange(min = 0, max = 5_000_000_000L) long earlier) {
        Lease held = NEW.renewed(10_000_000_000L, TERM);
        assertThat(held.renewed(10_000_000_000L - earlier, TERM).expiresAtNanos())
                .isEqualTo(held.expiresAtNanos());
    }

    @Test
    void buriesNobodyBeforeItSawTheDatabaseForAFullTerm() {
        DatabaseReachability reachability = DatabaseReachability.NONE.reached(0, TERM);
        for (long now = 0; now < TERM.toNanos(); now += 2_000_000_000L) {
            assertThat(reachability.isSteady(now, TERM)).isFalse();
            reachability = reachability.reached(now, TERM);
        }
        assertThat(reachability.reached(TERM.toNanos(), TERM).isSteady(TERM.toNanos(), TERM))
                .isTrue();
    }

    @Test
    void aMissOrASilenceOfATermBreaksTheSight() {
        DatabaseReachability steady = DatabaseReachability.NONE
                .reached(0, TERM)
                .reached(4_000_000_000L, TERM)
                .reached(8_000_000_000L, TERM);
        assertThat(steady.isSteady(8_000_000_000L, TERM)).isTrue();

        assertThat(steady.missed().reached(9_000_000_000L, TERM).isSteady(9_000_000_000L, TERM))
                .isFalse();
        assertThat(steady.isSteady(14_000_000_000L, TERM)).isFalse();
        assertThat(steady.reached(14_000_000_000L, TERM).isSteady(14_000_000_000L, TERM))
                .isFalse();
    }
}
