package dev.agenthost.bench.graph.script;

import static org.assertj.core.api.Assertions.assertThat;

import dev.agenthost.bench.graph.task.TaskCatalogue;
import org.junit.jupiter.api.Test;

class TaskTextTest {
    @Test
    void caseIsReadFromTheTextAndEveryStepIsInIt() {
        assertThat(TaskCatalogue.all()).allSatisfy(task -> {
            var text = TaskText.of(task, task.id() + ".7");
            assertThat(TaskText.caseId(text)).contains(task.id() + ".7");
            assertThat(task.steps()).allMatch(step -> text.contains("- " + step.id() + ": call " + step.tool()));
        });
    }

    @Test
    void ofSeveralCasesTheLastOneIsMeant() {
        assertThat(TaskText.caseId("Case: chain-4.1\nCase: chain-5.2\n")).contains("chain-5.2");
    }

    @Test
    void guardsAndOrderAreInWords() {
        assertThat(TaskText.of(TaskCatalogue.ofCase("branch-6"), "branch-6.1"))
                .contains("only if high of test is false");
        assertThat(TaskText.of(TaskCatalogue.ofCase("stateful-6"), "stateful-6.1"))
                .contains("with account a, after change_1");
    }

    @Test
    void textWithoutACaseHasNone() {
        assertThat(TaskText.caseId("hello")).isEmpty();
    }
}
