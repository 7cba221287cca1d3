package dev.agenthost.actiongraph.policy.failure;

/**
 * The consequence of a failed action.
 *
 * @param onFailure the consequence after the last attempt
 * @param retry the repetition before it
 */
public record FailurePolicy(FailureOutcome onFailure, ActionRetry retry) {
    /** The policy of an action that declares none: no repetition, and the graph fails. */
    public static final FailurePolicy STANDARD = new FailurePolicy(FailureOutcome.ABORT, ActionRetry.NONE);
}
