package dev.agenthost.actiongraph.graph;

import dev.agenthost.actiongraph.action.Action;
import dev.agenthost.actiongraph.declaration.ActionGraph;
import dev.agenthost.protocol.json.WireName;
import java.util.Collections;
import java.util.LinkedHashMap;
import java.util.Map;
import java.util.Objects;

/**
 * The state of a graph; it is all that a journal has to store beside the declaration and the results.
 *
 * @param actions the state of each action, in the order of the declaration
 * @param usage the used part of the budget
 * @param ending the reason why no further action starts
 */
public record GraphState(Map<String, ActionState> actions, BudgetUsage usage, Ending ending) {
    /** The reasons why no further action starts. */
    public enum Ending implements WireName {
        NONE,
        /** A failure or a decision. */
        ABORTED,
        CANCELLED,
        /** The budget is exhausted. */
        BUDGET,
        DEADLINE;

        /** Returns true if running actions are interrupted; otherwise they are awaited. */
        boolean interrupts() {
            return this == CANCELLED || this == DEADLINE;
        }

        /** The ending after "the run is over". */
        String words() {
            return switch (this) {
                case NONE -> "it has not ended";
                case ABORTED -> "it failed";
                case CANCELLED -> "it was cancelled";
                case BUDGET -> "its budget is exhausted";
                case DEADLINE -> "its deadline has passed";
            };
        }

        StatusReason reason() {
            return switch (this) {
                case NONE -> StatusReason.NONE;
                case ABORTED -> StatusReason.ABORT;
                case CANCELLED -> StatusReason.CANCELLATION;
                case BUDGET -> StatusReason.BUDGET;
                case DEADLINE -> StatusReason.DEADLINE;
            };
        }
    }

    public GraphState {
        Objects.requireNonNull(usage, "usage");
        Objects.requireNonNull(ending, "ending");
        actions = Collections.unmodifiableMap(new LinkedHashMap<>(actions));
        actions.values().forEach(Objects::requireNonNull);
    }

    /** The state before the first action. */
    public static GraphState initial(ActionGraph graph) {
        Map<String, ActionState> actions = new LinkedHashMap<>();
        graph.actions().stream().map(Action::id).forEach(id -> actions.put(id, ActionState.PENDING));
        return new GraphState(actions, BudgetUsage.NONE, Ending.NONE);
    }

    /** The status of an action; an action that is not in the graph is cancelled. */
    public ActionStatus status(String actionId) {
        ActionState state = actions.get(actionId);
        return state == null ? ActionStatus.CANCELLED : state.status();
    }

    /** The number of actions with that status. */
    public int count(ActionStatus status) {
        return (int) actions.values().stream()
                .filter(state -> state.status() == status)
                .count();
    }

    /** The number of attempts that run. */
    public int running() {
        return actions.values().stream()
                .mapToInt(state -> state.count(ActionStatus.RUNNING))
                .sum();
    }

    /** Returns true if every action has ended. */
    public boolean hasEnded() {
        return actions.values().stream().allMatch(state -> state.status().isTerminal());
    }

    /** Returns true if nothing runs and an action waits: for a person, a time or another runner. */
    public boolean isWaiting() {
        return count(ActionStatus.RUNNING) == 0 && count(ActionStatus.WAITING) > 0;
    }

    /** Returns true if the graph waits for a person alone; its deadline stands still for that time. */
    public boolean waitsForPerson() {
        return isWaiting()
                && actions.values().stream()
                        .filter(state -> state.status() == ActionStatus.WAITING)
                        .allMatch(state ->
                                state.reason() == StatusReason.APPROVAL || state.reason() == StatusReason.PERSON);
    }

    /** The state after the runtime has used that much outside of any attempt, for instance tokens of a request to the model. */
    public GraphState used(AttemptUsage more) {
        return with(usage.plus(more));
    }

    boolean isInitial() {
        return ending == Ending.NONE && actions.values().stream().allMatch(ActionState.PENDING::equals);
    }

    ActionState action(String actionId) {
        return actions.getOrDefault(actionId, ActionState.PENDING);
    }

    GraphState with(String actionId, ActionState next) {
        Map<String, ActionState> changed = new LinkedHashMap<>(actions);
        changed.replace(actionId, next);
        return new GraphState(changed, usage, ending);
    }

    GraphState with(BudgetUsage next) {
        return new GraphState(actions, next, ending);
    }

    GraphState with(Ending reason) {
        return new GraphState(actions, usage, reason);
    }
}
