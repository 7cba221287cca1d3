package dev.agenthost.runners.actiongraph.journal;

import dev.agenthost.actiongraph.action.Action;
import dev.agenthost.actiongraph.markdown.VisibleText;
import dev.agenthost.actiongraph.policy.execution.SideEffect;
import dev.agenthost.actiongraph.result.PrettyJson;
import dev.agenthost.runners.actiongraph.execution.PlannedCall;
import java.util.ArrayList;
import java.util.List;
import java.util.Objects;
import java.util.stream.Collectors;
import java.util.stream.Stream;

/**
 * The text below the question whether an action may run: first the calls as the runtime would make them, then the words of the model, each
 * line of which is quoted. Every part is shortened, so that a question never exceeds the limit of the host.
 */
final class ApprovalDescription {
    /** Most characters of the arguments of all calls. */
    static final int MAX_ARGUMENTS = 5_000;

    private static final int MAX_TASK = 2_000;
    private static final int MAX_WORDS = 1_500;
    private static final int MAX_CONTEXT = 500;

    private ApprovalDescription() {}

    static String of(Action action, List<PlannedCall> calls) {
        List<String> parts = new ArrayList<>();
        parts.add(facts(calls));
        String arguments = arguments(calls);
        if (!arguments.isEmpty()) {
            parts.add(arguments);
        }
        calls.stream()
                .map(PlannedCall::task)
                .filter(task -> !task.isBlank())
                .findFirst()
                .ifPresent(task -> parts.add("Task, in the words of the model:\n" + quoted(task, MAX_TASK)));
        String words = Stream.of(
                        action.description().title(), action.description().text())
                .map(VisibleText::orNull)
                .filter(Objects::nonNull)
                .distinct()
                .collect(Collectors.joining("\n"));
        if (!words.isEmpty()) {
            parts.add("The model says, and nobody has checked:\n" + quoted(words, MAX_WORDS));
        }
        return String.join("\n\n", parts);
    }

    private static String facts(List<PlannedCall> calls) {
        if (calls.isEmpty()) {
            return "What will run: nothing, because no executor is available.";
        }
        PlannedCall first = calls.getFirst();
        String effects = Stream.concat(
                        first.effects().stream().map(SideEffect::wire),
                        first.claimed().stream().map(effect -> effect.wire() + " (by its declaration)"))
                .collect(Collectors.joining(", "));
        String context = first.context().isEmpty()
                ? ""
                : "\nContext: " + cut(readable(String.join(", ", first.context())), MAX_CONTEXT);
        return "What will run: " + first.executor() + "\nEffects: " + (effects.isEmpty() ? "none" : effects) + context;
    }

    private static String arguments(List<PlannedCall> calls) {
        List<String> shown = new ArrayList<>();
        for (PlannedCall call : calls) {
            if (!call.visible().isEmpty() || !call.visible().isContainerNode()) {
                String label = calls.size() == 1 ? "Arguments:" : "Arguments of call " + (shown.size() + 1) + ":";
                shown.add(label + "\n" + readable(PrettyJson.pretty(ShownValue.of(call.visible()))));
            }
        }
        return cut(String.join("\n", shown), MAX_ARGUMENTS);
    }

    /** The words with a mark before each line, so that none looks like a line of the runtime. */
    private static String quoted(String words, int most) {
        return cut(
                ShownValue.withoutKeys(words)
                        .strip()
                        .lines()
                        .map(line -> "> " + readable(line))
                        .collect(Collectors.joining("\n")),
                most);
    }

    /** The text with its invisible characters as escapes: some of them change the order or the lines that a person sees. */
    private static String readable(String text) {
        StringBuilder readable = new StringBuilder();
        text.codePoints().forEach(point -> {
            if (point != '\n' && isInvisible(point)) {
                readable.append("\\u{").append(Integer.toHexString(point)).append('}');
            } else {
                readable.appendCodePoint(point);
            }
        });
        return readable.toString();
    }

    private static boolean isInvisible(int point) {
        return switch (Character.getType(point)) {
            case Character.CONTROL,
                    Character.FORMAT,
                    Character.LINE_SEPARATOR,
                    Character.PARAGRAPH_SEPARATOR,
                    Character.SURROGATE -> true;
            default -> false;
        };
    }

    private static String cut(String text, int most) {
        if (text.length() <= most) {
            return text;
        }
        int end = Character.isHighSurrogate(text.charAt(most - 1)) ? most - 1 : most;
        return text.substring(0, end) + "\n[not shown: " + (text.length() - end) + " more characters]";
    }
}
