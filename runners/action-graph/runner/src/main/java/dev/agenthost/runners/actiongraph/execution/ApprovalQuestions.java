package dev.agenthost.runners.actiongraph.execution;

import java.util.List;

/** Asks a person to approve actions, and withdraws questions. */
public interface ApprovalQuestions {
    /**
     * Asks about one action; the response comes with a later run.
     *
     * @param calls the calls that the approval is for; empty if the action has no executor
     * @return false if the host cannot ask: the action is refused
     */
    boolean ask(GraphRun graph, String actionId, List<PlannedCall> calls);

    /** Withdraws a question that is not wanted any more, of an approval or of an action. */
    void withdraw(String interactionId);
}
