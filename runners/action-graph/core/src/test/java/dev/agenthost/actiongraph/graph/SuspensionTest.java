package dev.agenthost.actiongraph.graph;

import static dev.agenthost.actiongraph.graph.Graphs.action;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.time.Duration;
import org.junit.jupiter.api.Test;

/** Tests actions that wait for a time, a person or another runner. */
class SuspensionTest {
    private final GraphSession graph = new GraphSession(RuntimePolicy.of(1), "", action("a", ""), action("b", ""));

    @Test
    void aWaitingActionHoldsNoSlotAndCompletesWhenItsTimeHasCome() {
        graph.on(new GraphInput.Begin());

        assertThat(graph.on(new GraphInput.Suspended("a", 0, 1, Suspension.timer(Duration.ofSeconds(9)))))
                .containsExactly(
                        new GraphEffect.CompleteAfter("a", 0, 1, Duration.ofSeconds(9)), new GraphEffect.Start("b", 1));
        assertThat(graph.on(new GraphInput.Completed("b"))).isEmpty();
        assertThat(graph.state().isWaiting()).isTrue();
        assertThat(graph.state().waitsForPerson()).isFalse();
        assertThat(graph.on(new GraphInput.Completed("a", 0, 1, AttemptUsage.NONE)))
                .containsExactly(new GraphEffect.Report(GraphStatus.COMPLETED));
    }

    @Test
    void anAnswerOfAPersonEndsTheAction() {
        graph.on(new GraphInput.Begin());
        graph.on(new GraphInput.Suspended("a", 0, 1, Suspension.PERSON));
        graph.on(new GraphInput.Completed("b"));

        assertThat(graph.state().waitsForPerson()).isTrue();
        assertThat(graph.on(new GraphInput.Failed("a"))).containsExactly(new GraphEffect.Report(GraphStatus.FAILED));
    }

    @Test
    void aCancellationInterruptsAnAssignmentAndWaitsForNothing() {
        graph.on(new GraphInput.Begin());
        graph.on(new GraphInput.Suspended("a", 0, 1, Suspension.ASSIGNMENT));
        graph.on(new GraphInput.Completed("b"));

        assertThat(graph.on(new GraphInput.Cancel()))
                .containsExactly(new GraphEffect.Interrupt("a"), new GraphEffect.Report(GraphStatus.CANCELLED));
    }

    @Test
    void anActionOfACancelledGraphWaitsForNothing() {
        graph.on(new GraphInput.Begin());
        graph.on(new GraphInput.Cancel());

        assertThat(graph.on(new GraphInput.Suspended("a", 0, 1, Suspension.PERSON)))
                .containsExactly(new GraphEffect.Interrupt("a"), new GraphEffect.Report(GraphStatus.CANCELLED));
    }

    @Test
    void onlyARunningAttemptIsSuspended() {
        graph.on(new GraphInput.Begin());

        assertThat(graph.on(new GraphInput.Suspended("b", 0, 0, Suspension.PERSON)))
                .isEmpty();
        assertThat(graph.on(new GraphInput.Suspended("a", 0, 2, Suspension.PERSON)))
                .isEmpty();
        graph.on(new GraphInput.Suspended("a", 0, 1, Suspension.PERSON));
        assertThat(graph.on(new GraphInput.Suspended("a", 0, 1, Suspension.timer(Duration.ofSeconds(1)))))
                .isEmpty();
        assertThatThrownBy(() -> new GraphInput.Suspended("a", 0, 1, new Suspension(SuspensionReason.RETRY, 1)))
                .isInstanceOf(IllegalArgumentException.class);
    }
}
