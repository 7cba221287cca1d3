package dev.agenthost.actiongraph.graph;

import dev.agenthost.actiongraph.action.Action;
import dev.agenthost.actiongraph.condition.Condition;
import dev.agenthost.actiongraph.condition.Evaluation;
import dev.agenthost.actiongraph.condition.Loop;
import dev.agenthost.actiongraph.reference.Reference;
import dev.agenthost.actiongraph.reference.ResultPart;
import java.util.OptionalInt;
import java.util.Set;
import org.jspecify.annotations.Nullable;

/** The decision about an action whose dependencies have ended. */
sealed interface ActionAdmission {
    /** The action has that number of iterations; a loop with a condition begins with one. */
    record Admitted(int iterations) implements ActionAdmission {}

    /** The condition is false, or a dependency has no result. */
    record Skipped(StatusReason reason) implements ActionAdmission {}

    /** The condition is undecided, or the list of the loop cannot be used. */
    record Refused(StatusReason reason) implements ActionAdmission {}

    static ActionAdmission decide(Action action, Set<String> needed, GraphState state, ResultFacts facts) {
        Condition condition = action.condition();
        boolean hasAllResults = needed.stream()
                .filter(id -> !testsStatus(condition, id))
                .allMatch(id -> state.status(id) == ActionStatus.COMPLETED);
        if (!hasAllResults) {
            return new Skipped(StatusReason.DEPENDENCY);
        }
        if (condition == null) {
            return iterations(action, facts);
        }
        return switch (facts.evaluate(action.id(), 0, condition)) {
            case Evaluation.Decided decided ->
                decided.value() ? iterations(action, facts) : new Skipped(StatusReason.CONDITION);
            case Evaluation.Undecided undecided -> new Refused(StatusReason.UNDECIDED);
        };
    }

    private static ActionAdmission iterations(Action action, ResultFacts facts) {
        return switch (action.loop()) {
            case null -> new Admitted(1);
            case Loop.Until until -> new Admitted(1);
            case Loop.ForEach loop -> {
                OptionalInt size = facts.size(action.id(), loop.list());
                if (size.isEmpty()) {
                    yield new Refused(StatusReason.LOOP_LIST);
                }
                yield size.getAsInt() > loop.maxIterations()
                        ? new Refused(StatusReason.LOOP_LIST_LENGTH)
                        : new Admitted(size.getAsInt());
            }
        };
    }

    /** Returns true if the condition tests the status of that action, so that the action may run without its result. */
    private static boolean testsStatus(@Nullable Condition condition, String id) {
        return condition != null
                && condition
                        .references()
                        .anyMatch(reference -> reference instanceof Reference.ActionResult result
                                && result.actionId().equals(id)
                                && result.part() == ResultPart.STATUS);
    }
}
