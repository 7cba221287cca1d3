package dev.agenthost.bench.graph.script;

import static org.assertj.core.api.Assertions.assertThat;

import dev.agenthost.actiongraph.action.ActionDependencies;
import dev.agenthost.actiongraph.carrier.AssistantMessage;
import dev.agenthost.actiongraph.carrier.CarrierReader;
import dev.agenthost.actiongraph.carrier.CarrierResult;
import dev.agenthost.actiongraph.carrier.ExecutorNames;
import dev.agenthost.actiongraph.declaration.ActionGraph;
import dev.agenthost.actiongraph.reference.ReferenceScope;
import dev.agenthost.bench.graph.task.BenchTask;
import dev.agenthost.bench.graph.task.TaskCatalogue;
import dev.agenthost.bench.graph.task.TaskOutcome;
import dev.agenthost.bench.graph.task.TaskStep;
import java.util.HashMap;
import java.util.Set;
import java.util.stream.Collectors;
import org.junit.jupiter.api.Test;

class GraphScriptTest {
    private static final GraphScript SCRIPT = new GraphScript("bench__");
    private static final CarrierReader READER = new CarrierReader(
            new ReferenceScope(Set.of(), Set.of("user"), Set.of(), Set.of(), Set.of()),
            ExecutorNames.of(Set.of("bench__fetch", "bench__compute", "bench__update"), Set.of()));

    @Test
    void eachTaskIsAValidDeclarationWithTheDependenciesOfTheTask() {
        assertThat(TaskCatalogue.all()).allSatisfy(task -> {
            var declared = (CarrierResult.Declared) READER.read(AssistantMessage.text(declaration(task)));
            var graph = (ActionGraph) declared.declaration().payload();
            var dependencies = new HashMap<>(ActionDependencies.of(graph.actions()));
            dependencies.keySet().removeIf(id -> id.startsWith("answer_"));
            assertThat(dependencies)
                    .isEqualTo(task.steps().stream().collect(Collectors.toMap(TaskStep::id, TaskStep::dependencies)));
        });
    }

    @Test
    void actionThatMayFailIsRetriedAtOnceUntilItSucceeds() {
        var retry = SCRIPT.declaration(TaskCatalogue.ofCase("retry-6"), "retry-6.1", false)
                .at("/payload/actions/3/failure_policy/retry");
        assertThat(retry.toString()).isEqualTo("{\"max_attempts\":3,\"delay_seconds\":0}");
    }

    @Test
    void answerIsReadFromTheCompletedMergesOfTheLastObservation() {
        var task = TaskCatalogue.ofCase("branch-6");
        var transcript = "Case: branch-6.1\n" + """
                ## Assistant protocol request and runtime observations

                ### Call high_3

                ### Result for high_3

                Status: completed

                ### Result for answer_1

                Status: completed

                ```md
                {"high_3": "0123abcd"}
                ```

                ### Call answer_2

                ### Result for answer_2

                Status: skipped
                """;
        assertThat(SCRIPT.reply(task, "branch-6.1", false, transcript))
                .isEqualTo(new ScriptedReply.Text("RESULT high_3=0123abcd"));
    }

    @Test
    void failedGraphHasNoAnswer() {
        var task = TaskCatalogue.ofCase("chain-4");
        var transcript = """
                ## Assistant protocol request and runtime observations

                ### Result for answer_1

                Status: skipped
                """;
        assertThat(SCRIPT.reply(task, "chain-4.1", false, transcript)).isEqualTo(new ScriptedReply.Text("RESULT none"));
        assertThat(TaskOutcome.of(task, "chain-4.1").answer()).isNotEqualTo("RESULT none");
    }

    private static String declaration(BenchTask task) {
        return ((ScriptedReply.Text) SCRIPT.reply(task, task.id() + ".1", true, TaskText.of(task, task.id() + ".1")))
                .text();
    }
}
