package dev.agenthost.actiongraph.graph;

import static dev.agenthost.actiongraph.graph.Graphs.action;
import static org.assertj.core.api.Assertions.assertThat;

import dev.agenthost.actiongraph.policy.execution.ApprovalPolicy;
import dev.agenthost.actiongraph.policy.execution.BudgetPolicy;
import dev.agenthost.actiongraph.policy.execution.SideEffect;
import java.math.BigDecimal;
import java.time.Duration;
import java.util.Map;
import java.util.Set;
import java.util.stream.Collectors;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;

/** Tests budgets, the deadline and the results of a graph that fails. */
class GraphBudgetTest {
    @Test
    void noAttemptStartsAfterTheLimitOfCalls() {
        GraphSession graph =
                graph("'budget_policy':{'max_calls':2},", action("a", ""), action("b", ""), action("c", ""));
        assertThat(graph.on(new GraphInput.Begin()))
                .containsExactly(new GraphEffect.Start("a", 1), new GraphEffect.Start("b", 1));

        graph.on(new GraphInput.Completed("a"));
        assertThat(graph.on(new GraphInput.Completed("b"))).containsExactly(new GraphEffect.Report(GraphStatus.FAILED));
        assertThat(graph.action("c").reason()).isEqualTo(StatusReason.BUDGET);
    }

    @Test
    void aBudgetThatIsJustEnoughIsNoFailure() {
        GraphSession graph = graph("'budget_policy':{'max_calls':1},", action("a", ""));
        graph.on(new GraphInput.Begin());

        assertThat(graph.on(new GraphInput.Completed("a")))
                .containsExactly(new GraphEffect.Report(GraphStatus.COMPLETED));
    }

    @Test
    void tokensOfFailedAttemptsCountToo() {
        GraphSession graph = graph(
                "'budget_policy':{'max_tokens':10},",
                action("a", "'failure_policy':'continue'"),
                action("b", "'depends_on':[]"));
        graph.on(new GraphInput.Begin());
        graph.on(new GraphInput.Failed("a", 0, 1, new AttemptUsage(12, BigDecimal.ZERO)));

        assertThat(graph.state().usage().tokens()).isEqualTo(12);
        assertThat(graph.on(new GraphInput.Failed("a", 0, 1, new AttemptUsage(12, BigDecimal.ZERO))))
                .isEmpty();
        assertThat(graph.state().usage().tokens()).isEqualTo(12);
    }

    @Test
    void theCallsOfADelegatedRunCountBesideTheAttempt() {
        GraphSession graph =
                graph("'budget_policy':{'max_calls':4},", action("a", ""), action("b", "'depends_on':'a'"));
        graph.on(new GraphInput.Begin());

        assertThat(graph.on(new GraphInput.Completed("a", 0, 1, new AttemptUsage(0, BigDecimal.ZERO, 3))))
                .containsExactly(new GraphEffect.Report(GraphStatus.FAILED));
        assertThat(graph.state().usage().calls()).isEqualTo(4);
    }

    @Test
    void anAttemptThatWouldExceedTheCostDoesNotStart() {
        GraphSession graph = new GraphSession(
                priced("2", "a", "b", "c"),
                "'budget_policy':{'max_cost':5,'max_parallel':1},",
                action("a", ""),
                action("b", ""),
                action("c", ""));
        graph.on(new GraphInput.Begin());
        assertThat(graph.state().usage().cost()).isEqualByComparingTo("2");

        assertThat(graph.on(new GraphInput.Completed("a"))).containsExactly(new GraphEffect.Start("b", 1));
        assertThat(graph.on(new GraphInput.Completed("b"))).containsExactly(new GraphEffect.Report(GraphStatus.FAILED));
        assertThat(graph.action("c").reason()).isEqualTo(StatusReason.BUDGET);
        assertThat(graph.scheduler().reachedLimits(graph.state()))
                .containsExactly("max_cost 5 (4 used, an attempt costs 2)");
    }

    @Test
    void nobodyIsAskedToApproveWhatTheBudgetExcludes() {
        GraphSession graph = new GraphSession(
                priced("2", "a", "b"),
                "'budget_policy':{'max_cost':3},",
                action("a", ""),
                action("b", "'depends_on':'a','permission_policy':{'requires_approval':true}"));
        graph.on(new GraphInput.Begin());

        assertThat(graph.on(new GraphInput.Completed("a"))).containsExactly(new GraphEffect.Report(GraphStatus.FAILED));
        assertThat(graph.action("b").reason()).isEqualTo(StatusReason.BUDGET);
        assertThat(graph.scheduler().reachedLimits(graph.state()))
                .containsExactly("max_cost 3 (2 used, an attempt costs 2)");
    }

    @Test
    void nobodyIsAskedToApproveWhatAnApprovalThatIsOpenWouldExclude() {
        GraphSession graph = twoThatNeedApproval();

        assertThat(graph.on(new GraphInput.Begin()))
                .containsExactly(new GraphEffect.AskApproval("a", Set.of(SideEffect.WRITE)));
        assertThat(graph.on(new GraphInput.Approved("a", "alice"))).containsExactly(new GraphEffect.Start("a", 1));
        assertThat(graph.on(new GraphInput.Completed("a"))).containsExactly(new GraphEffect.Report(GraphStatus.FAILED));
        assertThat(graph.action("b").reason()).isEqualTo(StatusReason.BUDGET);
    }

    @Test
    void theNextApprovalIsAskedForWhenTheOneBeforeIsDenied() {
        GraphSession graph = twoThatNeedApproval();
        graph.on(new GraphInput.Begin());

        assertThat(graph.on(new GraphInput.Denied("a", "alice")))
                .containsExactly(new GraphEffect.AskApproval("b", Set.of(SideEffect.WRITE)));
    }

    private static GraphSession twoThatNeedApproval() {
        String approval = "'failure_policy':'continue','permission_policy':{'requires_approval':true}";
        return new GraphSession(
                priced("2", "a", "b"), "'budget_policy':{'max_cost':3},", action("a", approval), action("b", approval));
    }

    /** An earlier action that waits for a slot, and costs nothing, runs before. */
    @Test
    void anApprovalThatTheBudgetExcludesEndsNothingBeforeItWouldStart() {
        GraphSession graph = new GraphSession(
                priced("5", "c"),
                "'budget_policy':{'max_cost':3,'max_parallel':1},",
                action("a", ""),
                action("b", ""),
                action("c", "'permission_policy':{'requires_approval':true}"));

        assertThat(graph.on(new GraphInput.Begin())).containsExactly(new GraphEffect.Start("a", 1));
        assertThat(graph.on(new GraphInput.Completed("a"))).containsExactly(new GraphEffect.Start("b", 1));
        assertThat(graph.on(new GraphInput.Completed("b"))).containsExactly(new GraphEffect.Report(GraphStatus.FAILED));
        assertThat(graph.action("c").reason()).isEqualTo(StatusReason.BUDGET);
    }

    @Test
    void aRetryCostsAsMuchAsTheFirstAttempt() {
        GraphSession graph = new GraphSession(
                priced("2", "a"),
                "'budget_policy':{'max_cost':3},",
                action("a", "'failure_policy':{'retry':{'max_attempts':3,'delay_seconds':0}}"));
        graph.on(new GraphInput.Begin());
        graph.on(new GraphInput.Failed("a"));

        assertThat(graph.on(new GraphInput.RetryDue("a"))).containsExactly(new GraphEffect.Report(GraphStatus.FAILED));
        assertThat(graph.action("a").reason()).isEqualTo(StatusReason.BUDGET);
    }

    @Test
    void aCostThatIsJustEnoughPermitsFreeActionsAfterIt() {
        GraphSession graph = new GraphSession(
                priced("2", "a"), "'budget_policy':{'max_cost':2},", action("a", ""), action("b", "'depends_on':'a'"));
        graph.on(new GraphInput.Begin());

        assertThat(graph.on(new GraphInput.Completed("a"))).containsExactly(new GraphEffect.Start("b", 1));
    }

    private static RuntimePolicy priced(String cost, String... actions) {
        Map<String, BigDecimal> costs =
                Stream.of(actions).collect(Collectors.toMap(id -> id, id -> new BigDecimal(cost)));
        return new RuntimePolicy(4, BudgetPolicy.NONE, ApprovalPolicy.NONE, Map.of(), costs);
    }

    /** Three tenths as binary fractions are more than 0.3. */
    @Test
    void theCostIsExact() {
        GraphSession graph = new GraphSession(
                priced("0.1", "a", "b", "c"),
                "'budget_policy':{'max_cost':0.3},",
                action("a", ""),
                action("b", "'depends_on':'a'"),
                action("c", "'depends_on':'b'"));
        graph.on(new GraphInput.Begin());
        graph.on(new GraphInput.Completed("a"));

        assertThat(graph.on(new GraphInput.Completed("b"))).containsExactly(new GraphEffect.Start("c", 1));
    }

    @Test
    void aCostBeyondThatOfTheRegistryCountsToo() {
        GraphSession graph =
                graph("'budget_policy':{'max_cost':0.3},", action("a", ""), action("b", "'depends_on':'a'"));
        graph.on(new GraphInput.Begin());

        assertThat(graph.on(new GraphInput.Completed("a", 0, 1, new AttemptUsage(0, new BigDecimal("0.31")))))
                .containsExactly(new GraphEffect.Report(GraphStatus.FAILED));
    }

    @Test
    void aCostOfZeroPermitsFreeActions() {
        GraphSession graph = graph("'budget_policy':{'max_cost':0},", action("a", ""), action("b", "'depends_on':'a'"));
        graph.on(new GraphInput.Begin());

        assertThat(graph.on(new GraphInput.Completed("a"))).containsExactly(new GraphEffect.Start("b", 1));
    }

    @Test
    void theSmallerLimitOfRuntimeAndDeclarationHolds() {
        RuntimePolicy runtime =
                new RuntimePolicy(4, new BudgetPolicy(null, 30, null, 1, null, null), ApprovalPolicy.NONE, Map.of());
        GraphSession graph = new GraphSession(
                runtime, "'budget_policy':{'max_calls':5,'max_seconds':20},", action("a", ""), action("b", ""));

        assertThat(graph.on(new GraphInput.Begin()))
                .containsExactly(new GraphEffect.DeadlineAfter(Duration.ofSeconds(20)), new GraphEffect.Start("a", 1));
        assertThat(graph.action("b").reason()).isEqualTo(StatusReason.BUDGET);
    }

    @Test
    void theDeadlineInterruptsWhatRunsAndCancelsTheRest() {
        GraphSession graph = graph("'cancellation_policy':'finish',", action("a", ""), action("b", "'depends_on':'a'"));
        graph.on(new GraphInput.Begin());

        assertThat(graph.on(new GraphInput.DeadlineReached())).containsExactly(new GraphEffect.Interrupt("a"));
        assertThat(graph.on(new GraphInput.DeadlineReached())).isEmpty();
        assertThat(graph.on(new GraphInput.Failed("a"))).containsExactly(new GraphEffect.Report(GraphStatus.FAILED));
        assertThat(graph.action("b").reason()).isEqualTo(StatusReason.DEADLINE);
    }

    @Test
    void aFailedGraphReturnsItsCompletedResultsOrTheStatusAlone() {
        for (String partial : new String[] {"return_completed", "status_only"}) {
            GraphSession graph =
                    graph("'partial_results':'" + partial + "',", action("a", ""), action("b", ""), action("c", ""));
            graph.on(new GraphInput.Begin());
            graph.on(new GraphInput.Completed("a"));
            assertThat(graph.scheduler().reportedResults(graph.state())).containsExactly("a");

            graph.on(new GraphInput.Failed("b"));
            boolean returnsCompleted = partial.equals("return_completed");
            assertThat(graph.scheduler().reportedResults(graph.state()))
                    .isEqualTo(returnsCompleted ? java.util.Set.of("a") : java.util.Set.of());
        }
    }

    private static GraphSession graph(String policies, String... actions) {
        return new GraphSession(RuntimePolicy.of(2), policies, actions);
    }
}
