package dev.agenthost.actiongraph.graph;

import static dev.agenthost.actiongraph.graph.Graphs.action;
import static org.assertj.core.api.Assertions.assertThat;

import dev.agenthost.actiongraph.declaration.DecisionChoice;
import dev.agenthost.actiongraph.policy.execution.ApprovalPolicy;
import dev.agenthost.actiongraph.policy.execution.BudgetPolicy;
import dev.agenthost.actiongraph.policy.execution.ExecutorEffects;
import dev.agenthost.actiongraph.policy.execution.SideEffect;
import java.time.Duration;
import java.util.List;
import java.util.Map;
import java.util.Set;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;

/** Tests the resumption of a graph after a crash. */
class GraphRecoveryTest {
    private static final String RETRY = "'failure_policy':{'retry':{'max_attempts':2,'delay_seconds':0}}";

    @Test
    void anActionThatOnlyReadsIsRepeated() {
        GraphSession graph = graph(ExecutorEffects.READ, action("a", ""));
        graph.on(new GraphInput.Begin());

        assertThat(graph.on(new GraphInput.Lost("a", 0, 1))).containsExactly(new GraphEffect.Start("a", 2));
    }

    @Test
    void anActionWithoutEffectsIsRepeated() {
        GraphSession graph = graph(new ExecutorEffects(Set.of(), false), action("a", ""));
        graph.on(new GraphInput.Begin());

        assertThat(graph.on(new GraphInput.Lost("a", 0, 1))).containsExactly(new GraphEffect.Start("a", 2));
    }

    @ParameterizedTest
    @EnumSource(value = SideEffect.class, mode = EnumSource.Mode.EXCLUDE, names = "READ")
    void anActionWithAnotherEffectIsBlockedUntilADecision(SideEffect effect) {
        GraphSession graph = graph(new ExecutorEffects(Set.of(effect), true), action("a", ""));
        graph.on(new GraphInput.Begin());

        assertThat(graph.on(new GraphInput.Lost("a", 0, 1)))
                .containsExactly(new GraphEffect.Report(GraphStatus.BLOCKED));
        assertThat(graph.action("a").status()).isEqualTo(ActionStatus.BLOCKED);
        assertThat(graph.action("a").reason()).isEqualTo(StatusReason.UNKNOWN_OUTCOME);
        assertThat(graph.on(new GraphInput.Decided("a", DecisionChoice.RETRY)))
                .containsExactly(new GraphEffect.Start("a", 2));
    }

    @Test
    void aClaimOfTheModelRepeatsNothing() {
        GraphSession graph = graph(
                ExecutorEffects.UNDECLARED,
                action("a", "'side_effects':['read'],'idempotency':{'repeatable':true,'key':'k'}"));
        graph.on(new GraphInput.Begin());

        assertThat(graph.on(new GraphInput.Lost("a", 0, 1)))
                .containsExactly(new GraphEffect.Report(GraphStatus.BLOCKED));
    }

    @Test
    void aClaimedEffectBlocksWhatTheRegistryWouldRepeat() {
        GraphSession graph = graph(ExecutorEffects.READ, action("a", "'side_effects':['send']"));
        graph.on(new GraphInput.Begin());

        assertThat(graph.on(new GraphInput.Lost("a", 0, 1)))
                .containsExactly(new GraphEffect.Report(GraphStatus.BLOCKED));
    }

    @Test
    void anIdempotencyKeyThatTheExecutorRecognisesPermitsARepetition() {
        GraphSession graph =
                graph(new ExecutorEffects(Set.of(SideEffect.SEND), true), action("a", "'idempotency':{'key':'k'}"));
        graph.on(new GraphInput.Begin());

        assertThat(graph.on(new GraphInput.Lost("a", 0, 1))).containsExactly(new GraphEffect.Start("a", 2));
    }

    @Test
    void anActionThatMustNotBeRepeatedIsBlockedWhateverTheRegistryPermits() {
        for (ExecutorEffects effects :
                List.of(ExecutorEffects.READ, new ExecutorEffects(Set.of(SideEffect.SEND), true))) {
            GraphSession graph = graph(effects, action("a", "'idempotency':{'repeatable':false,'key':'k'}"));
            graph.on(new GraphInput.Begin());

            assertThat(graph.on(new GraphInput.Lost("a", 0, 1)))
                    .containsExactly(new GraphEffect.Report(GraphStatus.BLOCKED));
        }
    }

    @Test
    void anAttemptWithAKeyIsRepeatedByItsFailurePolicyAndBlockedAtLast() {
        GraphSession graph = graph(
                new ExecutorEffects(Set.of(SideEffect.SEND), true), action("a", RETRY + ",'idempotency':{'key':'k'}"));
        graph.on(new GraphInput.Begin());

        assertThat(graph.on(unreported(1))).containsExactly(new GraphEffect.RetryAfter("a", 0, Duration.ZERO));
        graph.on(new GraphInput.RetryDue("a"));
        assertThat(graph.on(unreported(2))).containsExactly(new GraphEffect.Report(GraphStatus.BLOCKED));
        assertThat(graph.action("a").reason()).isEqualTo(StatusReason.UNKNOWN_OUTCOME);
    }

    @Test
    void anAttemptThatOnlyReadsIsRepeatedByItsFailurePolicyAndFailsAtLast() {
        GraphSession graph = graph(ExecutorEffects.READ, action("a", RETRY));
        graph.on(new GraphInput.Begin());

        assertThat(graph.on(unreported(1))).containsExactly(new GraphEffect.RetryAfter("a", 0, Duration.ZERO));
        graph.on(new GraphInput.RetryDue("a"));
        assertThat(graph.on(unreported(2))).containsExactly(new GraphEffect.Report(GraphStatus.FAILED));
        assertThat(graph.action("a").reason()).isEqualTo(StatusReason.FAILURE);
    }

    @Test
    void anUnreportedAttemptWithEffectsIsBlockedWhateverItsFailurePolicy() {
        GraphSession graph = graph(ExecutorEffects.UNDECLARED, action("a", RETRY + ",'idempotency':{'key':'k'}"));
        graph.on(new GraphInput.Begin());

        assertThat(graph.on(unreported(1))).containsExactly(new GraphEffect.Report(GraphStatus.BLOCKED));
        assertThat(graph.action("a").reason()).isEqualTo(StatusReason.UNKNOWN_OUTCOME);
    }

    @Test
    void aFailureThatNoRepetitionCanMendIsNotRepeated() {
        GraphSession graph = graph(ExecutorEffects.READ, action("a", RETRY));
        graph.on(new GraphInput.Begin());

        assertThat(graph.on(new GraphInput.Failed("a", 0, 1, AttemptUsage.NONE, true)))
                .containsExactly(new GraphEffect.Report(GraphStatus.FAILED));
    }

    private static GraphInput unreported(int attempt) {
        return new GraphInput.Unreported("a", 0, attempt, AttemptUsage.NONE);
    }

    @Test
    void theLossOfAnotherAttemptChangesNothing() {
        GraphSession graph = graph(ExecutorEffects.UNDECLARED, action("a", ""));
        graph.on(new GraphInput.Begin());

        assertThat(graph.on(new GraphInput.Lost("a", 0, 2))).isEmpty();
        assertThat(graph.action("a").status()).isEqualTo(ActionStatus.RUNNING);
    }

    @Test
    void aRepeatedPurchaseIsApprovedAnew() {
        RuntimePolicy runtime = new RuntimePolicy(
                1,
                BudgetPolicy.NONE,
                new ApprovalPolicy(false, Set.of(SideEffect.PURCHASE)),
                Map.of("a", new ExecutorEffects(Set.of(SideEffect.PURCHASE), false)));
        GraphSession graph = new GraphSession(runtime, "", action("a", ""));
        graph.on(new GraphInput.Begin());
        graph.on(new GraphInput.Approved("a", "ann"));
        graph.on(new GraphInput.Lost("a", 0, 1));

        assertThat(graph.on(new GraphInput.Decided("a", DecisionChoice.RETRY)))
                .containsExactly(new GraphEffect.AskApproval("a", Set.of(SideEffect.PURCHASE)));
    }

    @Test
    void aCancelledGraphRepeatsNothing() {
        GraphSession graph = graph(ExecutorEffects.READ, action("a", ""));
        graph.on(new GraphInput.Begin());
        graph.on(new GraphInput.Cancel());

        assertThat(graph.on(new GraphInput.Lost("a", 0, 1)))
                .containsExactly(new GraphEffect.Report(GraphStatus.CANCELLED));
    }

    private static GraphSession graph(ExecutorEffects effects, String action) {
        return new GraphSession(
                new RuntimePolicy(4, BudgetPolicy.NONE, ApprovalPolicy.NONE, Map.of("a", effects)), "", action);
    }
}
