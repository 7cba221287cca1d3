package dev.agenthost.bench.graph.script;

import dev.agenthost.bench.graph.task.BenchTask;
import dev.agenthost.bench.graph.task.TaskStep;
import java.util.Optional;
import java.util.regex.Pattern;

/** The message of the person: the task in words. It is the same in all arms. */
public final class TaskText {
    private static final Pattern CASE = Pattern.compile("Case: ([a-z0-9.-]+)");

    private TaskText() {}

    /** The words of a case. */
    public static String of(BenchTask task, String caseId) {
        var text = new StringBuilder("Case: " + caseId
                + "\nDo these steps with the tools. Each call has the arguments `case` and `step`."
                + " Steps that need nothing of each other are independent. Repeat a failed call up to three times.\n");
        task.steps().forEach(step -> text.append(line(step)));
        var last = String.join(", ", task.lastSteps().stream().map(TaskStep::id).toList());
        return text.append("Answer with one line: RESULT, and step=value for each of these steps that has run: ")
                .append(last)
                .append(".\n")
                .toString();
    }

    private static String line(TaskStep step) {
        var line = new StringBuilder("- ").append(step.id()).append(": call ").append(step.tool());
        if (step.account() != null) {
            line.append(" with account ").append(step.account());
        }
        if (!step.inputs().isEmpty()) {
            line.append(" with inputs the values of ").append(String.join(", ", step.inputs()));
        }
        if (!step.after().isEmpty()) {
            line.append(", after ").append(String.join(", ", step.after()));
        }
        var guard = step.guard();
        if (guard != null) {
            line.append(", only if high of ")
                    .append(guard.step())
                    .append(" is ")
                    .append(guard.high());
        }
        return line.append(".\n").toString();
    }

    /** The case that a text asks for: the last one, if there are several; empty if there is none. */
    public static Optional<String> caseId(String text) {
        return CASE.matcher(text).results().reduce((before, after) -> after).map(found -> found.group(1));
    }
}
