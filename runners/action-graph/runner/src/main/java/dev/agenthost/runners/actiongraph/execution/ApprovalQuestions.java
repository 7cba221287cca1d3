package dev.agenthost.runners.actiongraph.execution;

/** Asks a person to approve actions. */
@FunctionalInterface
public interface ApprovalQuestions {
    /**
     * Asks about one action; the response comes with a later run.
     *
     * @return false if the host cannot ask: the action is refused
     */
    boolean ask(GraphRun graph, String actionId);
}
