package dev.agenthost.actiongraph.graph;

import dev.agenthost.actiongraph.action.Action;
import dev.agenthost.actiongraph.condition.Condition;
import dev.agenthost.actiongraph.condition.Evaluation;
import dev.agenthost.actiongraph.declaration.ActionGraph;
import dev.agenthost.actiongraph.reference.Reference;
import dev.agenthost.actiongraph.reference.ResultPart;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.function.Function;
import org.jspecify.annotations.Nullable;

/** Finds the first action whose dependencies have ended, and decides what becomes of it. */
final class ReadyActions {
    private final List<Action> actions;
    private final Map<String, Set<String>> dependencies;

    ReadyActions(ActionGraph graph) {
        this.actions = graph.actions();
        this.dependencies = graph.dependencies();
    }

    /** The decisions about a ready action. */
    enum Verdict {
        START,
        /** The condition is false, or a dependency has no result. */
        SKIP,
        /** The condition is undecided. */
        FAIL
    }

    record Next(String actionId, Verdict verdict) {}

    /** Null if no action is ready. */
    @Nullable
    Next next(GraphState state, Function<Condition, Evaluation> conditions) {
        for (Action action : actions) {
            Set<String> needed = dependencies.getOrDefault(action.id(), Set.of());
            if (state.status(action.id()) == ActionStatus.PENDING
                    && needed.stream().allMatch(id -> state.status(id).isTerminal())) {
                return new Next(action.id(), verdict(action, needed, state, conditions));
            }
        }
        return null;
    }

    private static Verdict verdict(
            Action action, Set<String> needed, GraphState state, Function<Condition, Evaluation> conditions) {
        Condition condition = action.condition();
        boolean hasAllResults = needed.stream()
                .filter(id -> !testsStatus(condition, id))
                .allMatch(id -> state.status(id) == ActionStatus.COMPLETED);
        if (!hasAllResults) {
            return Verdict.SKIP;
        }
        if (condition == null) {
            return Verdict.START;
        }
        return switch (conditions.apply(condition)) {
            case Evaluation.Decided decided -> decided.value() ? Verdict.START : Verdict.SKIP;
            case Evaluation.Undecided undecided -> Verdict.FAIL;
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
