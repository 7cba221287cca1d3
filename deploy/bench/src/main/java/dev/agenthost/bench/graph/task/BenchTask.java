package dev.agenthost.bench.graph.task;

import java.util.HashSet;
import java.util.List;
import java.util.Map;

/**
 * A task: a graph of calls of tools, whose answer is the values of its last steps.
 *
 * @param steps each after its dependencies
 */
public record BenchTask(String id, TaskShape shape, List<TaskStep> steps) {
    public BenchTask {
        steps = List.copyOf(steps);
        var known = new HashSet<String>();
        for (var step : steps) {
            if (!known.containsAll(step.dependencies()) || !known.add(step.id())) {
                throw new IllegalArgumentException(
                        id + ": step " + step.id() + " must follow its dependencies and have an id of its own");
            }
        }
    }

    /** The step with this id. */
    public TaskStep step(String stepId) {
        return steps.stream()
                .filter(step -> step.id().equals(stepId))
                .findFirst()
                .orElseThrow(() -> new IllegalArgumentException("task " + id + " has no step " + stepId));
    }

    /** The steps on which no other step depends. */
    public List<TaskStep> lastSteps() {
        var needed = new HashSet<String>();
        steps.forEach(step -> needed.addAll(step.dependencies()));
        return steps.stream().filter(step -> !needed.contains(step.id())).toList();
    }

    /**
     * The steps that can run now.
     *
     * @param outputs of the steps that have run
     */
    public List<TaskStep> ready(Map<String, StepOutput> outputs) {
        return steps.stream()
                .filter(step -> !outputs.containsKey(step.id()))
                .filter(step -> isReady(step, outputs))
                .toList();
    }

    private static boolean isReady(TaskStep step, Map<String, StepOutput> outputs) {
        if (!outputs.keySet().containsAll(step.dependencies())) {
            return false;
        }
        var guard = step.guard();
        if (guard == null) {
            return true;
        }
        var tested = outputs.get(guard.step());
        return tested != null && tested.high() == guard.high();
    }

    /** The answer that these outputs give. */
    public String answer(Map<String, StepOutput> outputs) {
        var values = lastSteps().stream()
                .filter(step -> outputs.containsKey(step.id()))
                .map(step -> step.id() + "=" + value(outputs, step.id()))
                .toList();
        return "RESULT " + (values.isEmpty() ? "none" : String.join(", ", values));
    }

    /** The value of a step that has run. */
    public static String value(Map<String, StepOutput> outputs, String stepId) {
        var output = outputs.get(stepId);
        if (output == null) {
            throw new IllegalStateException("step " + stepId + " has no output");
        }
        return output.value();
    }
}
