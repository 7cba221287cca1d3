package dev.agenthost.actiongraph.graph;

import dev.agenthost.actiongraph.action.Action;
import dev.agenthost.actiongraph.declaration.ActionGraph;
import java.util.Collections;
import java.util.LinkedHashMap;
import java.util.Map;

/**
 * The state of a graph; it is all that a journal has to store.
 *
 * @param actions the state of each action, in the order of the declaration
 * @param retries number of retries so far
 * @param ending the reason why no further action starts
 */
public record GraphState(Map<String, ActionState> actions, int retries, Ending ending) {
    /** The reasons why no further action starts. */
    public enum Ending {
        NONE,
        ABORTED,
        CANCELLED
    }

    public GraphState {
        actions = Collections.unmodifiableMap(new LinkedHashMap<>(actions));
    }

    /** The state before the first action. */
    public static GraphState initial(ActionGraph graph) {
        Map<String, ActionState> actions = new LinkedHashMap<>();
        graph.actions().stream().map(Action::id).forEach(id -> actions.put(id, ActionState.PENDING));
        return new GraphState(actions, 0, Ending.NONE);
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

    /** Returns true if every action has ended. */
    public boolean hasEnded() {
        return actions.values().stream().allMatch(state -> state.status().isTerminal());
    }

    GraphState with(String actionId, ActionState next) {
        Map<String, ActionState> changed = new LinkedHashMap<>(actions);
        changed.replace(actionId, next);
        return new GraphState(changed, retries, ending);
    }

    GraphState with(String actionId, ActionStatus next) {
        ActionState state = actions.get(actionId);
        return state == null ? this : with(actionId, state.with(next));
    }

    GraphState withRetry() {
        return new GraphState(actions, retries + 1, ending);
    }

    GraphState ending(Ending reason) {
        return new GraphState(actions, retries, reason);
    }
}
