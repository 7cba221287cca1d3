package dev.agenthost.bench.graph.task;

import static org.assertj.core.api.Assertions.assertThat;

import java.time.Duration;
import java.util.List;
import org.junit.jupiter.api.Test;

class TaskOutcomeTest {
    private static final String CASE = "c.1";

    @Test
    void criticalPathIsTheLongestChainOfDelaysWithThoseOfFailures() {
        var outcome = outcome(
                TaskStep.fetch("a").taking(100).failing(2),
                TaskStep.fetch("b").taking(250),
                TaskStep.compute("sum", List.of("a", "b")).taking(50));
        assertThat(outcome.criticalPath()).isEqualTo(Duration.ofMillis(350));
        assertThat(outcome.calls()).isEqualTo(5);
    }

    @Test
    void answerHasTheValuesOfTheLastStepsAndDependsOnAllInputs() {
        var a = StepOutput.of(CASE, "a", List.of());
        var sum = StepOutput.of(CASE, "sum", List.of(a.value()));
        assertThat(outcome(TaskStep.fetch("a"), TaskStep.compute("sum", List.of("a")))
                        .answer())
                .isEqualTo("RESULT sum=" + sum.value());
        assertThat(StepOutput.of(CASE, "sum", List.of("00000000"))).isNotEqualTo(sum);
        assertThat(StepOutput.of("c.2", "a", List.of())).isNotEqualTo(a);
    }

    @Test
    void stepWhoseGuardIsFalseDoesNotRunAndNoneThatNeedsIt() {
        boolean high = StepOutput.of(CASE, "test", List.of()).high();
        var outcome = outcome(
                TaskStep.fetch("test"),
                TaskStep.fetch("other").onlyIf("test", !high),
                TaskStep.compute("after_other", List.of("other")),
                TaskStep.fetch("taken").onlyIf("test", high));
        assertThat(outcome.outputs()).containsOnlyKeys("test", "taken");
        assertThat(outcome.answer()).startsWith("RESULT taken=");
        assertThat(outcome.calls()).isEqualTo(2);
    }

    @Test
    void balanceOfAnAccountDependsOnTheChangesBefore() {
        var first = StepOutput.of(CASE, "one", List.of("")).value();
        var outcome = outcome(
                TaskStep.update("one", "a", List.of()),
                TaskStep.update("elsewhere", "b", List.of()),
                TaskStep.update("two", "a", List.of("one")));
        assertThat(outcome.answer())
                .isEqualTo("RESULT elsewhere="
                        + StepOutput.of(CASE, "elsewhere", List.of("")).value() + ", two="
                        + StepOutput.of(CASE, "two", List.of(first)).value());
    }

    private static TaskOutcome outcome(TaskStep... steps) {
        return TaskOutcome.of(new BenchTask("c", TaskShape.CHAIN, List.of(steps)), CASE);
    }
}
