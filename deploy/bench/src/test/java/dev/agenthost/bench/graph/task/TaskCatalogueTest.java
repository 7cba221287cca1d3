package dev.agenthost.bench.graph.task;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.util.List;
import java.util.stream.Collectors;
import java.util.stream.IntStream;
import org.junit.jupiter.api.Test;

class TaskCatalogueTest {
    @Test
    void hasEightTasksOfEachShapeWithIdsOfTheirOwn() {
        var all = TaskCatalogue.all();
        assertThat(all).hasSize(64).extracting(BenchTask::id).doesNotHaveDuplicates();
        assertThat(all.stream().collect(Collectors.groupingBy(BenchTask::shape, Collectors.counting())))
                .hasSize(TaskShape.values().length)
                .allSatisfy((shape, tasks) -> assertThat(tasks).isEqualTo(8));
    }

    @Test
    void eachTaskHasWhatItsShapeSays() {
        assertThat(TaskCatalogue.all()).allSatisfy(task -> {
            switch (task.shape()) {
                case FAN_OUT ->
                    assertThat(task.steps())
                            .allMatch(step -> step.dependencies().isEmpty());
                case CHAIN -> assertThat(task.lastSteps()).hasSize(1);
                case MAP_REDUCE -> assertThat(task.step("total").inputs()).hasSizeGreaterThan(1);
                case BRANCH -> assertThat(task.steps()).anyMatch(step -> step.guard() != null);
                case RETRY -> assertThat(task.steps()).anyMatch(step -> step.failures() > 0);
                case STATEFUL -> assertThat(task.steps()).allMatch(step -> step.account() != null);
                case DELAYED -> assertThat(task.steps()).anyMatch(step -> step.delayMillis() >= 500);
                case LONG_OUTPUT -> assertThat(task.steps()).anyMatch(step -> step.outputBytes() >= 4096);
            }
        });
    }

    @Test
    void casesOfABranchTakeBothWays() {
        var task = TaskCatalogue.ofCase("branch-6");
        var answers = IntStream.range(0, 50)
                .mapToObj(i -> TaskOutcome.of(task, "branch-6." + i).answer().replaceAll("=\\w+", ""))
                .collect(Collectors.toSet());
        assertThat(answers).containsExactlyInAnyOrder("RESULT high_3", "RESULT low_2, low_3");
    }

    @Test
    void unknownCaseIsRefused() {
        assertThatThrownBy(() -> TaskCatalogue.ofCase("nothing-1.2")).hasMessageContaining("nothing-1.2");
    }

    @Test
    void stepBeforeItsDependencyIsRefused() {
        var steps = List.of(TaskStep.compute("second", List.of("first")), TaskStep.fetch("first"));
        assertThatThrownBy(() -> new BenchTask("wrong", TaskShape.CHAIN, steps)).hasMessageContaining("second");
    }
}
