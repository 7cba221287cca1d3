package dev.agenthost.bench.graph.script;

import static org.assertj.core.api.Assertions.assertThat;

import com.fasterxml.jackson.databind.node.ArrayNode;
import dev.agenthost.bench.graph.task.BenchTask;
import dev.agenthost.bench.graph.task.StepOutput;
import dev.agenthost.bench.graph.task.TaskCatalogue;
import dev.agenthost.bench.graph.task.TaskOutcome;
import dev.agenthost.protocol.json.ProtocolCodec;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.Map;
import org.junit.jupiter.api.Test;

class ToolLoopScriptTest {
    private static final String TOOLS = "bench__";

    private final Map<String, Integer> attempts = new HashMap<>();
    private final Map<String, String> balances = new HashMap<>();

    /** The messages, turns and answer of one case with tools that answer by the task. */
    private record Played(int turns, int calls, String answer) {}

    @Test
    void oneCallForEachTurnAndThenTheExpectedAnswer() {
        assertThat(TaskCatalogue.all()).allSatisfy(task -> {
            var expected = TaskOutcome.of(task, task.id() + ".1");
            assertThat(play(task, 1)).isEqualTo(new Played(expected.calls() + 1, expected.calls(), expected.answer()));
        });
    }

    @Test
    void allCallsThatCanRunInOneTurnAndThenTheSameAnswer() {
        assertThat(TaskCatalogue.all()).allSatisfy(task -> {
            var expected = TaskOutcome.of(task, task.id() + ".1");
            var played = play(task, Integer.MAX_VALUE);
            assertThat(played.answer()).isEqualTo(expected.answer());
            assertThat(played.calls()).isEqualTo(expected.calls());
        });
        assertThat(play(TaskCatalogue.ofCase("fan-out-12"), Integer.MAX_VALUE).turns())
                .isEqualTo(2);
        assertThat(play(TaskCatalogue.ofCase("chain-12"), Integer.MAX_VALUE).turns())
                .isEqualTo(13);
    }

    private Played play(BenchTask task, int atOnce) {
        attempts.clear();
        balances.clear();
        var script = new ToolLoopScript(TOOLS, atOnce);
        var messages = ProtocolCodec.mapper().createArrayNode();
        int turns = 1;
        int calls = 0;
        while (script.reply(task, task.id() + ".1", messages) instanceof ScriptedReply.Calls reply) {
            turns++;
            calls += reply.calls().size();
            reply.calls().forEach(call -> answer(task, call, messages));
        }
        var last = (ScriptedReply.Text) script.reply(task, task.id() + ".1", messages);
        return new Played(turns, calls, last.text());
    }

    private void answer(BenchTask task, ScriptedCall call, ArrayNode messages) {
        var step = task.step(call.arguments().path("step").asText());
        assertThat(call.tool()).isEqualTo(TOOLS + step.tool());
        var inputs = new ArrayList<String>();
        call.arguments().path("inputs").forEach(input -> inputs.add(input.asText()));
        var result = ProtocolCodec.mapper().createObjectNode();
        if (attempts.merge(step.id(), 1, Integer::sum) <= step.failures()) {
            result.put("is_error", true);
        } else {
            if (step.account() != null) {
                inputs.add(balances.getOrDefault(step.account(), ""));
            }
            var output = StepOutput.of(task.id() + ".1", step.id(), inputs);
            if (step.account() != null) {
                balances.put(step.account(), output.value());
            }
            result.putObject("structured_content").put("value", output.value()).put("high", output.high());
        }
        messages.addObject().put("role", "tool").put("tool_call_id", call.id()).put("content", result.toString());
    }
}
