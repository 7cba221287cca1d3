package dev.agenthost.runners.actiongraph.journal;

/**
 * A graph that cannot be stored although each of its values is small enough: the values of the runner in the state of the conversation are
 * as many, or as large together, as the host permits.
 */
public final class StateFullException extends RuntimeException {
    StateFullException(String runId, Throwable refused) {
        super(
                "The graph " + runId + " cannot be stored: the state of the conversation is full ("
                        + refused.getMessage()
                        + "). Graphs that wait are in it, those of runs whose deadline is not over, and records."
                        + " Graphs that have ended are removed after these deadlines. Calls that it has made are in the audit.",
                refused);
    }
}
