package dev.agenthost.actiongraph.graph;

/**
 * The state of an action.
 *
 * @param attempts number of starts
 */
public record ActionState(ActionStatus status, int attempts) {
    /** Not started. */
    public static final ActionState PENDING = new ActionState(ActionStatus.PENDING, 0);

    ActionState with(ActionStatus next) {
        return new ActionState(next, attempts);
    }

    ActionState started() {
        return new ActionState(ActionStatus.RUNNING, attempts + 1);
    }
}
