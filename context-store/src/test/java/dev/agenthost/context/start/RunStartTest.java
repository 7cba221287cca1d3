package dev.agenthost.context.start;

import static org.assertj.core.api.Assertions.assertThat;

import dev.agenthost.context.cursor.Place;
import dev.agenthost.context.start.RunStart.Counts;
import org.junit.jupiter.api.Test;

class RunStartTest {
    @Test
    void whatWasSaidBeforeIsTheSameWhetherTheRunsOwnMessageIsAppliedOrNot() {
        Place notYet = new Counts(9, 4, null, true).latest();
        Place applied = new Counts(10, 5, 5L, true).latest();

        assertThat(notYet.end()).isEqualTo(5);
        assertThat(applied.end()).isEqualTo(5);
    }

    @Test
    void nothingThatWasSaidSinceIsLeftOut() {
        assertThat(new Counts(10, 7, 5L, true).latest().end()).isEqualTo(8);
    }

    @Test
    void whereNothingWasSaidThereIsNoPlace() {
        assertThat(new Counts(1, 0, null, false).latest()).isNull();
    }
}
