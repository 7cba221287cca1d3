package dev.agenthost.actiongraph.graph;

import static dev.agenthost.actiongraph.graph.Graphs.action;
import static org.assertj.core.api.Assertions.assertThat;

import dev.agenthost.actiongraph.condition.Condition;
import dev.agenthost.actiongraph.condition.Evaluation;
import dev.agenthost.actiongraph.declaration.DecisionChoice;
import dev.agenthost.actiongraph.declaration.Declaration;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.function.Function;
import org.junit.jupiter.api.Test;

class GraphSchedulerTest {
    private final List<GraphEffect> effects = new ArrayList<>();
    private GraphScheduler scheduler;
    private GraphState state;
    private Function<Condition, Evaluation> conditions = condition -> new Evaluation.Decided(true);

    @Test
    void readyActionsRunInParallelUpToTheBudget() {
        begin("'budget_policy':{'max_parallel':2},", action("a", ""), action("b", ""), action("c", ""));
        assertThat(effects).containsExactly(new GraphEffect.Start("a", 1), new GraphEffect.Start("b", 1));

        on(new GraphInput.Completed("b"));

        assertThat(effects).containsExactly(new GraphEffect.Start("c", 1));
    }

    @Test
    void aSequentialGraphRunsOneActionAtATime() {
        begin("'execution':{'strategy':'sequential'},", action("a", ""), action("b", ""));
        assertThat(effects).containsExactly(new GraphEffect.Start("a", 1));
    }

    @Test
    void anActionStartsAfterItsDependencies() {
        begin("", action("a", ""), action("b", "'depends_on':['a']"), action("c", "'input':'action:b.output'"));
        assertThat(effects).containsExactly(new GraphEffect.Start("a", 1));

        on(new GraphInput.Completed("a"));
        assertThat(effects).containsExactly(new GraphEffect.Start("b", 1));
        on(new GraphInput.Completed("b"));
        assertThat(effects).containsExactly(new GraphEffect.Start("c", 1));
        on(new GraphInput.Completed("c"));
        assertThat(effects).containsExactly(new GraphEffect.Report(GraphStatus.COMPLETED));
    }

    @Test
    void aFalseConditionSkipsTheActionAndWhatNeedsIt() {
        conditions = condition -> new Evaluation.Decided(false);
        begin(
                "",
                action("a", "'condition':'exists(action:z.output)'"),
                action("b", "'depends_on':'a'"),
                action("z", ""));

        on(new GraphInput.Completed("z"));

        assertThat(state.status("a")).isEqualTo(ActionStatus.SKIPPED);
        assertThat(state.status("b")).isEqualTo(ActionStatus.SKIPPED);
        assertThat(effects).containsExactly(new GraphEffect.Report(GraphStatus.COMPLETED));
    }

    @Test
    void anUndecidedConditionFailsTheAction() {
        conditions = condition -> new Evaluation.Undecided("x has no value");
        begin("", action("a", "'condition':'action:z.output.n > 1','failure_policy':'ask_model'"), action("z", ""));

        on(new GraphInput.Completed("z"));

        assertThat(effects).containsExactly(new GraphEffect.Report(GraphStatus.BLOCKED));
    }

    @Test
    void aFailureAbortsTheGraphByDefault() {
        begin("", action("a", ""), action("b", ""), action("c", "'depends_on':'a'"));

        on(new GraphInput.Failed("a"));
        assertThat(effects).isEmpty();
        assertThat(state.status("c")).isEqualTo(ActionStatus.CANCELLED);

        on(new GraphInput.Completed("b"));
        assertThat(effects).containsExactly(new GraphEffect.Report(GraphStatus.FAILED));
    }

    @Test
    void continueGoesOnAndSkipsWhatNeedsTheResultUnlessItTestsTheStatus() {
        begin(
                "",
                action("a", "'failure_policy':'continue'"),
                action("b", "'depends_on':'a'"),
                action("c", "'condition':'action:a.status == \\'failed\\''".replace("\\'", "\\\"")));

        on(new GraphInput.Failed("a"));

        assertThat(state.status("b")).isEqualTo(ActionStatus.SKIPPED);
        assertThat(effects).containsExactly(new GraphEffect.Start("c", 1));
    }

    @Test
    void aFailedActionIsRetriedWithItsDelayAndWithinTheBudget() {
        String retry =
                "'failure_policy':{'on_failure':'continue','retry':{'max_attempts':4,'delay_seconds':3,'backoff':'exponential'}}";
        begin("'budget_policy':{'max_retries':2},", action("a", retry));

        on(new GraphInput.Failed("a"));
        assertThat(effects).containsExactly(new GraphEffect.RetryAfter("a", Duration.ofSeconds(3)));
        on(new GraphInput.RetryDue("a"));
        assertThat(effects).containsExactly(new GraphEffect.Start("a", 2));
        on(new GraphInput.Failed("a"));
        assertThat(effects).containsExactly(new GraphEffect.RetryAfter("a", Duration.ofSeconds(6)));
        on(new GraphInput.RetryDue("a"));
        on(new GraphInput.Failed("a"));

        assertThat(state.status("a")).isEqualTo(ActionStatus.FAILED);
        assertThat(effects).containsExactly(new GraphEffect.Report(GraphStatus.COMPLETED));
    }

    @Test
    void aBlockedActionWaitsForADecision() {
        begin("", action("a", "'failure_policy':'ask_model'"), action("b", "'depends_on':'a'"));
        on(new GraphInput.Failed("a"));
        assertThat(effects).containsExactly(new GraphEffect.Report(GraphStatus.BLOCKED));
        assertThat(state.status("b")).isEqualTo(ActionStatus.PENDING);

        on(new GraphInput.Decided("a", DecisionChoice.RETRY));
        assertThat(effects).containsExactly(new GraphEffect.Start("a", 2));
        on(new GraphInput.Failed("a"));
        on(new GraphInput.Decided("a", DecisionChoice.SKIP));
        assertThat(effects).containsExactly(new GraphEffect.Report(GraphStatus.COMPLETED));
    }

    @Test
    void aDecisionCanAbort() {
        begin("", action("a", "'failure_policy':'ask_model'"));
        on(new GraphInput.Failed("a"));
        on(new GraphInput.Decided("a", DecisionChoice.ABORT));
        assertThat(effects).containsExactly(new GraphEffect.Report(GraphStatus.FAILED));
    }

    @Test
    void cancellationInterruptsWhatRunsAndStartsNothing() {
        begin("", action("a", ""), action("b", "'depends_on':'a'"));

        on(new GraphInput.Cancel());
        assertThat(effects).containsExactly(new GraphEffect.Interrupt("a"));
        on(new GraphInput.Failed("a"));

        assertThat(state.status("a")).isEqualTo(ActionStatus.CANCELLED);
        assertThat(state.status("b")).isEqualTo(ActionStatus.CANCELLED);
        assertThat(effects).containsExactly(new GraphEffect.Report(GraphStatus.CANCELLED));
    }

    @Test
    void aCancelledGraphMayLetRunningActionsEnd() {
        begin("'cancellation_policy':'finish',", action("a", ""));
        on(new GraphInput.Cancel());
        assertThat(effects).isEmpty();
        on(new GraphInput.Completed("a"));
        assertThat(state.status("a")).isEqualTo(ActionStatus.COMPLETED);
        assertThat(effects).containsExactly(new GraphEffect.Report(GraphStatus.CANCELLED));
    }

    @Test
    void repeatedAndLateInputsChangeNothing() {
        begin("", action("a", ""), action("b", ""), action("c", "'depends_on':'b'"));
        on(new GraphInput.Completed("a"));
        GraphState before = state;

        on(new GraphInput.Completed("c"));
        assertThat(state).isEqualTo(before);
        on(new GraphInput.Failed("c"));

        on(new GraphInput.Completed("a"));
        on(new GraphInput.Failed("a"));
        on(new GraphInput.RetryDue("b"));
        on(new GraphInput.Decided("b", DecisionChoice.SKIP));
        on(new GraphInput.Completed("unknown"));

        assertThat(state).isEqualTo(before);
        assertThat(effects).isEmpty();
    }

    @Test
    void aGraphThatHasEndedIsNeitherCancelledNorAborted() {
        begin("", action("a", ""));
        on(new GraphInput.Completed("a"));

        on(new GraphInput.Cancel());
        assertThat(effects).isEmpty();
        on(new GraphInput.Decided("a", DecisionChoice.ABORT));
        assertThat(effects).isEmpty();
    }

    private void begin(String policies, String... actions) {
        Declaration declaration = Graphs.declaration(policies, String.join(",", actions));
        scheduler = new GraphScheduler(
                Graphs.graph(declaration), declaration.envelope().policies(), 8);
        state = GraphState.initial(Graphs.graph(declaration));
        on(new GraphInput.Begin());
    }

    private void on(GraphInput input) {
        GraphStep step = scheduler.on(state, input, conditions);
        state = step.state();
        effects.clear();
        effects.addAll(step.effects());
    }
}
