package dev.agenthost.actiongraph.graph;

import static dev.agenthost.actiongraph.graph.Graphs.action;
import static org.assertj.core.api.Assertions.assertThat;

import dev.agenthost.actiongraph.declaration.DecisionChoice;
import java.time.Duration;
import java.util.List;
import org.junit.jupiter.api.Test;

/** Tests the iterations of loops. */
class LoopTest {
    private static final String LIST = "'loop':{'for_each':'action:z.output','max_iterations':3,'max_parallel':2}";

    @Test
    void aListLoopHasOneIterationForEachElementWithinItsParallelism() {
        GraphSession graph = list(3, "");

        assertThat(graph.effects()).containsExactly(start(0, 1), start(1, 1));
        assertThat(graph.on(completed(1))).containsExactly(start(2, 1));
        assertThat(graph.on(completed(1))).isEmpty();
        graph.on(completed(2));
        assertThat(graph.on(completed(0))).containsExactly(new GraphEffect.Report(GraphStatus.COMPLETED));
        assertThat(graph.action("a").iterations()).extracting(Iteration::status).containsOnly(ActionStatus.COMPLETED);
    }

    @Test
    void theParallelismOfTheGraphCountsIterations() {
        GraphSession graph = new GraphSession(RuntimePolicy.of(1), "", action("a", LIST), action("z", "")).withSize(3);
        graph.on(new GraphInput.Begin());

        assertThat(graph.on(new GraphInput.Completed("z"))).containsExactly(start(0, 1));
    }

    @Test
    void anEmptyListCompletesAtOnce() {
        assertThat(list(0, "").effects()).containsExactly(new GraphEffect.Report(GraphStatus.COMPLETED));
    }

    @Test
    void aListThatIsTooLongOrMissingFailsBeforeTheFirstIteration() {
        GraphSession tooLong = list(4, "");
        assertThat(tooLong.effects()).containsExactly(new GraphEffect.Report(GraphStatus.FAILED));
        assertThat(tooLong.action("a").reason()).isEqualTo(StatusReason.LOOP_LIST_LENGTH);

        GraphSession missing = new GraphSession(RuntimePolicy.of(4), "", action("a", LIST), action("z", ""));
        missing.on(new GraphInput.Begin());
        missing.on(new GraphInput.Completed("z"));
        assertThat(missing.action("a").reason()).isEqualTo(StatusReason.LOOP_LIST);
    }

    @Test
    void aFailedIterationIsRetriedAloneAndThenFailsTheAction() {
        GraphSession graph =
                list(3, ",'failure_policy':{'on_failure':'continue','retry':{'max_attempts':2,'delay_seconds':1}}");

        assertThat(graph.on(failed(0)))
                .containsExactly(new GraphEffect.RetryAfter("a", 0, Duration.ofSeconds(1)), start(2, 1));
        graph.on(completed(1));
        assertThat(graph.on(new GraphInput.RetryDue("a", 0))).containsExactly(start(0, 2));
        assertThat(graph.on(failed(0))).isEmpty();
        assertThat(graph.on(completed(2))).containsExactly(new GraphEffect.Report(GraphStatus.COMPLETED));
        assertThat(graph.action("a").status()).isEqualTo(ActionStatus.FAILED);
    }

    @Test
    void afterAFinalFailureNoFurtherIterationStarts() {
        GraphSession graph = list(3, ",'failure_policy':'continue'");

        assertThat(graph.on(failed(0))).isEmpty();
        assertThat(graph.on(completed(1))).containsExactly(new GraphEffect.Report(GraphStatus.COMPLETED));
        assertThat(graph.action("a").iterations().get(2)).isEqualTo(Iteration.PENDING);
    }

    @Test
    void aRetryThatIsDueAfterAnotherIterationFailedStartsNothing() {
        GraphSession graph =
                list(2, ",'failure_policy':{'on_failure':'continue','retry':{'max_attempts':2,'delay_seconds':1}}");
        graph.on(failed(0));
        graph.on(failed(1));
        graph.on(new GraphInput.RetryDue("a", 0));
        graph.on(failed(0));

        assertThat(graph.on(new GraphInput.RetryDue("a", 1)))
                .containsExactly(new GraphEffect.Report(GraphStatus.COMPLETED));
        assertThat(graph.action("a").status()).isEqualTo(ActionStatus.FAILED);
    }

    @Test
    void aLoopUntilRepeatsWithItsDelayUntilTheConditionIsTrue() {
        GraphSession graph = until("'max_iterations':5,'delay_seconds':7").withConditions(iteration -> iteration == 1);
        assertThat(graph.on(new GraphInput.Begin())).containsExactly(start(0, 1));

        assertThat(graph.on(completed(0))).containsExactly(new GraphEffect.RetryAfter("a", 1, Duration.ofSeconds(7)));
        assertThat(graph.on(new GraphInput.RetryDue("a", 1))).containsExactly(start(1, 1));
        assertThat(graph.on(completed(1))).containsExactly(new GraphEffect.Report(GraphStatus.COMPLETED));
    }

    @Test
    void aLoopUntilFailsAfterItsLastIterationAndADecisionAddsOne() {
        GraphSession graph = until("'max_iterations':2").withConditions(iteration -> iteration == 2);
        graph.on(new GraphInput.Begin());
        assertThat(graph.on(completed(0))).containsExactly(start(1, 1));

        assertThat(graph.on(completed(1))).containsExactly(new GraphEffect.Report(GraphStatus.BLOCKED));
        assertThat(graph.action("a").reason()).isEqualTo(StatusReason.LOOP_LIMIT);
        assertThat(graph.on(new GraphInput.Decided("a", DecisionChoice.RETRY))).containsExactly(start(2, 1));
        assertThat(graph.on(completed(2))).containsExactly(new GraphEffect.Report(GraphStatus.COMPLETED));
    }

    @Test
    void inputsOfOtherIterationsAndAttemptsChangeNothing() {
        GraphSession graph = list(3, "");

        for (GraphInput input : List.of(
                completed(2),
                completed(-1),
                completed(9),
                new GraphInput.Completed("a", 0, 2, AttemptUsage.NONE),
                new GraphInput.Failed("a", 0, 7, AttemptUsage.NONE),
                new GraphInput.RetryDue("a", 0),
                new GraphInput.RetryDue("a", -1),
                new GraphInput.Lost("a", 5, 0))) {
            assertThat(graph.on(input)).as(input.toString()).isEmpty();
        }
    }

    private static GraphSession list(int size, String members) {
        GraphSession graph =
                new GraphSession(RuntimePolicy.of(4), "", action("a", LIST + members), action("z", "")).withSize(size);
        graph.on(new GraphInput.Begin());
        graph.on(new GraphInput.Completed("z"));
        return graph;
    }

    private static GraphSession until(String members) {
        return new GraphSession(
                RuntimePolicy.of(4),
                "",
                action("a", "'failure_policy':'ask_model','loop':{'until':'action:a.output.n > 1'," + members + "}"));
    }

    private static GraphEffect.Start start(int iteration, int attempt) {
        return new GraphEffect.Start("a", iteration, attempt);
    }

    private static GraphInput completed(int iteration) {
        return new GraphInput.Completed("a", iteration, 0, AttemptUsage.NONE);
    }

    private static GraphInput failed(int iteration) {
        return new GraphInput.Failed("a", iteration, 0, AttemptUsage.NONE);
    }
}
