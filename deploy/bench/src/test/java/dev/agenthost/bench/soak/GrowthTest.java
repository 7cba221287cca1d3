package dev.agenthost.bench.soak;

import static org.assertj.core.api.Assertions.assertThat;

import org.junit.jupiter.api.Test;

class GrowthTest {
    @Test
    void whatWasSaidIsKeptForEver() {
        var growth = new Growth("context.transcript", 10, 2010, 1000);
        assertThat(growth.retention()).isEqualTo("for ever");
        assertThat(growth.isUnexpected()).isFalse();
    }

    @Test
    void whatRepetitionsNeedIsKeptForATime() {
        var growth = new Growth("delivery.sends", 0, 100, 1000);
        assertThat(growth.retention()).isEqualTo("35 days");
        assertThat(growth.isUnexpected()).isFalse();
    }

    @Test
    void whereNothingIsToBeLeftGrowthIsUnexpected() {
        var growth = new Growth("bindings.outbox", 0, 1000, 1000);
        assertThat(growth.retention()).isEqualTo("**unexpected**");
        assertThat(growth.isUnexpected()).isTrue();
    }

    @Test
    void aFewRowsAreNoGrowth() {
        var growth = new Growth("runs.leases", 1, 3, 1000);
        assertThat(growth.grows()).isFalse();
        assertThat(growth.isUnexpected()).isFalse();
        assertThat(growth.retention()).isEmpty();
    }
}
