package dev.agenthost.actiongraph.projection;

import dev.agenthost.actiongraph.graph.ActionState;
import dev.agenthost.actiongraph.graph.ActionStatus;
import dev.agenthost.actiongraph.graph.GraphEffect;
import dev.agenthost.actiongraph.graph.GraphState;
import dev.agenthost.actiongraph.graph.GraphStatus;
import dev.agenthost.actiongraph.graph.GraphStep;
import dev.agenthost.actiongraph.graph.StatusReason;
import java.util.EnumSet;
import java.util.Optional;
import java.util.Set;
import java.util.stream.Collectors;
import java.util.stream.Stream;

/** Finds the decision point that a step has reached. */
public final class DecisionPoints {
    /** Blocks whose failure policy did not ask the model; a person may decide as well. */
    private static final Set<StatusReason> BLOCKED_BY_RUNTIME =
            EnumSet.of(StatusReason.CONFLICT, StatusReason.UNKNOWN_OUTCOME);

    private DecisionPoints() {}

    /**
     * The decision point of a step; empty if the step is progress, which the model does not get.
     *
     * @param before the state before the step
     */
    public static Optional<DecisionPoint> of(GraphState before, GraphStep step) {
        Optional<GraphStatus> report = step.effects().stream()
                .filter(GraphEffect.Report.class::isInstance)
                .map(effect -> ((GraphEffect.Report) effect).status())
                .findFirst();
        if (report.isPresent()) {
            return report.map(status -> reported(status, step.state()));
        }
        boolean beginsToWait = step.state().waitsForPerson() && !before.waitsForPerson();
        return beginsToWait ? Optional.of(awaited(step.state())) : Optional.empty();
    }

    private static DecisionPoint reported(GraphStatus status, GraphState state) {
        return switch (status) {
            case COMPLETED -> DecisionPoint.COMPLETED;
            case FAILED, CANCELLED -> DecisionPoint.FAILED;
            case BLOCKED ->
                BLOCKED_BY_RUNTIME.containsAll(reasons(state, ActionStatus.BLOCKED))
                        ? DecisionPoint.BLOCKED
                        : DecisionPoint.MODEL_DECISION_NEEDED;
        };
    }

    private static DecisionPoint awaited(GraphState state) {
        return reasons(state, ActionStatus.WAITING).contains(StatusReason.APPROVAL)
                ? DecisionPoint.PERMISSION_NEEDED
                : DecisionPoint.USER_INPUT_NEEDED;
    }

    private static Set<StatusReason> reasons(GraphState state, ActionStatus status) {
        Stream<ActionState> actions = state.actions().values().stream();
        return actions.filter(action -> action.status() == status)
                .map(ActionState::reason)
                .collect(Collectors.toSet());
    }
}
