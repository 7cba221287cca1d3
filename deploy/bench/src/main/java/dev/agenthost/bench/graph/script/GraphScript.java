package dev.agenthost.bench.graph.script;

import com.fasterxml.jackson.databind.node.ObjectNode;
import dev.agenthost.bench.graph.task.BenchTask;
import dev.agenthost.bench.graph.task.StepGuard;
import dev.agenthost.bench.graph.task.StepOutput;
import dev.agenthost.bench.graph.task.TaskStep;
import dev.agenthost.protocol.json.ProtocolCodec;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Optional;
import java.util.regex.Pattern;

/**
 * The model that declares a task as one graph of actions, and then answers with the values that the observation shows.
 *
 * <p>Each step is an action. Its inputs are references, its guard is a condition, and an action that may fail is retried at once, as a loop does. The model sees
 * the details of an action only if it failed; a last action of the runtime merges the values that the answer needs, one for the steps of
 * each guard.
 *
 * @param tools prefix of the names of the tools
 */
public record GraphScript(String tools) {
    private static final String OBSERVATION = "## Assistant protocol request and runtime observations";
    private static final String MERGE = "answer_";
    private static final Pattern MERGED =
            Pattern.compile("### Result for " + MERGE + "\\d+\\s+Status: completed([^#]*)");
    private static final Pattern VALUE = Pattern.compile("\"([a-z0-9_]+)\"\\s*:\\s*\"([0-9a-f]{8})\"");
    private static final int MORE_ATTEMPTS = 1;

    /** @param transcript the text of the request */
    public ScriptedReply reply(BenchTask task, String caseId, boolean persist, String transcript) {
        int observation = transcript.lastIndexOf(OBSERVATION);
        return new ScriptedReply.Text(
                observation < 0
                        ? block(declaration(task, caseId, persist))
                        : task.answer(read(transcript.substring(observation))));
    }

    private static HashMap<String, StepOutput> read(String observation) {
        var outputs = new HashMap<String, StepOutput>();
        MERGED.matcher(observation)
                .results()
                .flatMap(merged -> VALUE.matcher(merged.group(1)).results())
                .forEach(value -> outputs.put(value.group(1), new StepOutput(value.group(2), false)));
        return outputs;
    }

    private static String block(ObjectNode declaration) {
        return "```agent-protocol\n" + declaration + "\n```\n";
    }

    /** The declaration of a task. */
    ObjectNode declaration(BenchTask task, String caseId, boolean persist) {
        var declaration = ProtocolCodec.mapper()
                .createObjectNode()
                .put("type", "agent.protocol")
                .put("version", "1")
                .put("intent", "execute")
                .put("title", task.id());
        if (persist) {
            declaration.put("persist", true);
        }
        declaration.putObject("response_policy").put("return_to_model", "on_failure");
        var actions =
                declaration.putObject("payload").put("type", "action_graph").putArray("actions");
        task.steps().forEach(step -> actions.add(action(step, caseId)));
        int merges = 0;
        for (var steps : byGuard(task.lastSteps())) {
            actions.add(merge(MERGE + ++merges, steps));
        }
        return declaration;
    }

    private ObjectNode action(TaskStep step, String caseId) {
        var action = action(step.id(), "tool", tools + step.tool());
        action.set("args", step.arguments(caseId, GraphScript::reference));
        if (!step.after().isEmpty()) {
            var after = action.putArray("depends_on");
            step.after().forEach(after::add);
        }
        var guard = step.guard();
        if (guard != null) {
            action.put("condition", "action:" + guard.step() + ".output.high == " + guard.high());
        }
        if (step.failures() > 0) {
            action.putObject("failure_policy")
                    .putObject("retry")
                    .put("max_attempts", step.failures() + MORE_ATTEMPTS)
                    .put("delay_seconds", 0);
        }
        return action;
    }

    private static ObjectNode merge(String id, List<TaskStep> steps) {
        var action = action(id, "runtime", "merge");
        var input = action.putObject("input");
        steps.forEach(step -> input.put(step.id(), reference(step.id())));
        action.putObject("result_policy").put("return_to_model", "full");
        return action;
    }

    private static ObjectNode action(String id, String type, String target) {
        var action =
                ProtocolCodec.mapper().createObjectNode().put("type", "action").put("id", id);
        action.putObject("executor").put("type", type).put("target", target);
        return action;
    }

    private static String reference(String step) {
        return "action:" + step + ".output.value";
    }

    private static Iterable<List<TaskStep>> byGuard(List<TaskStep> steps) {
        var groups = new LinkedHashMap<Optional<StepGuard>, List<TaskStep>>();
        steps.forEach(step -> groups.computeIfAbsent(Optional.ofNullable(step.guard()), guard -> new ArrayList<>())
                .add(step));
        return groups.values();
    }
}
