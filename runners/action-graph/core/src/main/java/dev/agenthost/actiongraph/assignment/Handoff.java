package dev.agenthost.actiongraph.assignment;

import dev.agenthost.actiongraph.action.Action;
import dev.agenthost.actiongraph.action.ExecutorType;
import dev.agenthost.actiongraph.policy.execution.SideEffect;
import dev.agenthost.actiongraph.policy.result.DataAudience;
import dev.agenthost.actiongraph.policy.result.ResultGranularity;
import dev.agenthost.actiongraph.result.ActionResult;
import dev.agenthost.actiongraph.result.ExecutorId;
import dev.agenthost.actiongraph.result.ResultStatus;
import dev.agenthost.actiongraph.result.SummaryText;
import dev.agenthost.actiongraph.result.TextLimiter;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.Optional;
import java.util.Set;
import java.util.stream.Collectors;
import org.jspecify.annotations.Nullable;

/**
 * The work of one agent or person as the next one receives it (spec 001, Handoff). It is no result: it puts the result together with the
 * next step.
 *
 * @param fromAction id of the action that has ended
 * @param from its executor
 * @param status its status
 * @param resultSummary its summary; null if the next executor may not read it
 * @param evidence member {@code evidence} of its output
 * @param artifacts its stored output, and member {@code artifacts} of its output
 * @param risks member {@code risks} of its output
 * @param unresolvedIssues member {@code unresolved_issues} of its output
 * @param toAction id of the action that begins
 * @param goal the work of that action
 * @param constraints effects and resources that it may have
 * @param dependencies ids of the actions that it depends on
 */
public record Handoff(
        String fromAction,
        ExecutorId from,
        ResultStatus status,
        @Nullable String resultSummary,
        List<String> evidence,
        List<String> artifacts,
        List<String> risks,
        List<String> unresolvedIssues,
        String toAction,
        String goal,
        List<String> constraints,
        List<String> dependencies) {
    /** The most characters of a summary. */
    public static final int MAX_SUMMARY = 4_000;

    public Handoff {
        evidence = List.copyOf(evidence);
        artifacts = List.copyOf(artifacts);
        risks = List.copyOf(risks);
        unresolvedIssues = List.copyOf(unresolvedIssues);
        constraints = List.copyOf(constraints);
        dependencies = List.copyOf(dependencies);
    }

    /**
     * The handoff from an action that has ended; empty if neither an agent nor a person executed it.
     *
     * @param previous the action that has ended
     * @param next the action that begins
     * @param goal its expanded prompt, or its description
     * @param authority effects that the registry permits its executor
     * @param dependencies of the next action
     */
    public static Optional<Handoff> of(
            Action previous,
            ActionResult result,
            Action next,
            String goal,
            Set<SideEffect> authority,
            List<String> dependencies) {
        ExecutorId executor = result.executor();
        if (executor == null || executor.type() != ExecutorType.AGENT && executor.type() != ExecutorType.HUMAN) {
            return Optional.empty();
        }
        boolean isReadable = previous.policies().visibility().contains(DataAudience.MODEL);
        boolean hasFields =
                isReadable && previous.policies().granularity().compareTo(ResultGranularity.STRUCTURED) >= 0;
        OutputFields fields = hasFields ? OutputFields.of(result.output().value()) : OutputFields.NONE;
        List<String> artifacts = new ArrayList<>(fields.texts("artifacts"));
        String stored = result.output().reference();
        if (isReadable && stored != null) {
            artifacts.addFirst(stored);
        }
        return Optional.of(new Handoff(
                previous.id(),
                executor,
                ResultStatus.of(result.status()),
                isReadable
                        ? TextLimiter.characters(
                                SummaryText.of(result, previous.policies().granularity()), MAX_SUMMARY)
                        : null,
                fields.texts("evidence"),
                artifacts,
                fields.texts("risks"),
                fields.texts("unresolved_issues"),
                next.id(),
                goal,
                constraints(next, authority),
                dependencies));
    }

    private static List<String> constraints(Action next, Set<SideEffect> authority) {
        List<String> constraints = new ArrayList<>();
        constraints.add("Permitted effects: "
                + (authority.isEmpty()
                        ? "none"
                        : authority.stream()
                                .sorted()
                                .map(effect -> effect.name().toLowerCase(Locale.ROOT))
                                .collect(Collectors.joining(", "))));
        if (!next.resources().writes().isEmpty()) {
            constraints.add("Writes: " + String.join(", ", next.resources().writes()));
        }
        return constraints;
    }

    /** The handoff as background of a request to an agent. The goal is the task of the request. */
    public String text() {
        StringBuilder text = new StringBuilder("Handoff from ")
                .append(fromAction)
                .append(" (")
                .append(from)
                .append(", ")
                .append(status.wire())
                .append(")\n");
        if (resultSummary != null) {
            text.append("Result: ").append(resultSummary).append('\n');
        }
        list(text, "Evidence", evidence);
        list(text, "Artifacts", artifacts);
        list(text, "Risks", risks);
        list(text, "Unresolved issues", unresolvedIssues);
        list(text, "Constraints", constraints);
        return text.toString();
    }

    private static void list(StringBuilder text, String title, List<String> elements) {
        if (!elements.isEmpty()) {
            text.append(title).append(":\n");
            elements.forEach(element -> text.append("- ").append(element).append('\n'));
        }
    }
}
