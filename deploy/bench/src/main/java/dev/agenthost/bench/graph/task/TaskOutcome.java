package dev.agenthost.bench.graph.task;

import java.time.Duration;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;

/**
 * The expected outcome of a case, computed from the task without any model, tool or runner.
 *
 * @param outputs of the steps that run, by id
 * @param answer that the case has to end with
 * @param calls of tools, those that fail included
 * @param criticalPath the longest chain of delays of tools
 */
public record TaskOutcome(Map<String, StepOutput> outputs, String answer, int calls, Duration criticalPath) {
    public TaskOutcome {
        outputs = Map.copyOf(outputs);
    }

    /** @param caseId distinguishes the cases of one task; each has values of its own */
    public static TaskOutcome of(BenchTask task, String caseId) {
        var outputs = new LinkedHashMap<String, StepOutput>();
        var balances = new HashMap<String, String>();
        var ends = new HashMap<String, Integer>();
        int calls = 0;
        for (var step : task.steps()) {
            if (!task.ready(outputs).contains(step)) {
                continue;
            }
            outputs.put(step.id(), StepOutput.of(caseId, step.id(), inputs(step, outputs, balances)));
            if (step.account() != null) {
                balances.put(step.account(), BenchTask.value(outputs, step.id()));
            }
            int start = step.dependencies().stream()
                    .mapToInt(before -> ends.getOrDefault(before, 0))
                    .max()
                    .orElse(0);
            ends.put(step.id(), start + step.delayMillis() * (step.failures() + 1));
            calls += step.failures() + 1;
        }
        int longest = ends.values().stream().mapToInt(end -> end).max().orElse(0);
        return new TaskOutcome(outputs, task.answer(outputs), calls, Duration.ofMillis(longest));
    }

    private static List<String> inputs(TaskStep step, Map<String, StepOutput> outputs, Map<String, String> balances) {
        var inputs = new ArrayList<String>();
        step.inputs().forEach(input -> inputs.add(BenchTask.value(outputs, input)));
        if (step.account() != null) {
            inputs.add(balances.getOrDefault(step.account(), ""));
        }
        return inputs;
    }
}
