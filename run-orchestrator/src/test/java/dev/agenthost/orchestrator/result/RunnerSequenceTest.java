package dev.agenthost.orchestrator.result;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.ArrayList;
import java.util.HashSet;
import java.util.List;
import java.util.Set;
import net.jqwik.api.ForAll;
import net.jqwik.api.Property;
import net.jqwik.api.constraints.LongRange;
import net.jqwik.api.constraints.Size;
import org.junit.jupiter.api.Test;

class RunnerSequenceTest {
    private final RunnerSequence sequence = new RunnerSequence();

    @Test
    void dropsWhatWasSeenAndAcceptsWhatFollowsAGap() {
        assertThat(sequence.place(1L)).isEqualTo(new SequenceCheck.Next());
        assertThat(sequence.place(1L)).isEqualTo(new SequenceCheck.Duplicate());
        assertThat(sequence.place(3L)).isEqualTo(new SequenceCheck.Gap(2));
        assertThat(sequence.place(4L)).isEqualTo(new SequenceCheck.Next());
    }

    @Test
    void acceptsASkippedNumberThatComesLateOnce() {
        sequence.place(1L);
        sequence.place(5L);

        assertThat(sequence.place(3L)).isEqualTo(new SequenceCheck.Late(6));
        assertThat(sequence.place(3L)).isEqualTo(new SequenceCheck.Duplicate());
        assertThat(sequence.place(4L)).isEqualTo(new SequenceCheck.Late(6));
        assertThat(sequence.place(2L)).isEqualTo(new SequenceCheck.Late(6));
    }

    @Test
    void takesAnAbsentOrInvalidNumberAsTheNext() {
        assertThat(sequence.place(null)).isEqualTo(new SequenceCheck.Unnumbered());
        assertThat(sequence.place(0L)).isEqualTo(new SequenceCheck.Unnumbered());
        assertThat(sequence.place(-7L)).isEqualTo(new SequenceCheck.Unnumbered());
        assertThat(sequence.place(4L)).isEqualTo(new SequenceCheck.Next());
    }

    @Test
    void refusesEverythingAfterTheTerminalResult() {
        sequence.place(1L);
        sequence.terminal();

        assertThat(sequence.place(2L)).isEqualTo(new SequenceCheck.AfterTerminal());
        assertThat(sequence.place(null)).isEqualTo(new SequenceCheck.AfterTerminal());
    }

    @Test
    void survivesTheLargestNumberThereIs() {
        assertThat(sequence.place(Long.MAX_VALUE)).isEqualTo(new SequenceCheck.Gap(1));
        assertThat(sequence.place(7L)).isInstanceOf(SequenceCheck.Late.class);
        assertThat(sequence.place(Long.MAX_VALUE)).isEqualTo(new SequenceCheck.Duplicate());
    }

    @Property
    void acceptsEachNumberExactlyOnceInWhateverOrder(
            @ForAll @Size(max = 60) List<@LongRange(min = 1, max = 40) Long> arrivals) {
        RunnerSequence fresh = new RunnerSequence();
        List<Long> accepted = new ArrayList<>();
        for (Long arrival : arrivals) {
            if (!(fresh.place(arrival) instanceof SequenceCheck.Duplicate)) {
                accepted.add(arrival);
            }
        }
        Set<Long> distinct = new HashSet<>(arrivals);
        assertThat(accepted).doesNotHaveDuplicates().containsExactlyInAnyOrderElementsOf(distinct);
    }
}
