package dev.agenthost.runners.actiongraph.journal;

import dev.agenthost.actiongraph.action.Action;
import dev.agenthost.platform.failpoint.FailPoint;
import dev.agenthost.runners.actiongraph.execution.ApprovalQuestions;
import dev.agenthost.runners.actiongraph.execution.GraphRun;
import dev.agenthost.runners.actiongraph.execution.PlannedCall;
import dev.agenthost.sdk.RunOutput;
import java.util.List;

/** Asks the person of the event by questions of the host. Without a journal no response could be used, so nothing is asked. */
public record HostQuestions(RunOutput out, boolean hasJournal) implements ApprovalQuestions {
    @Override
    public boolean ask(GraphRun graph, String actionId, List<PlannedCall> calls) {
        if (!hasJournal) {
            return false;
        }
        Action action = graph.graph().actions().stream()
                .filter(one -> one.id().equals(actionId))
                .findFirst()
                .orElseThrow();
        FailPoint.at("graph.50-asking");
        out.ask(
                new ApprovalQuestion(graph.runId(), actionId).request(action, calls),
                graph.declaration().source().persons());
        FailPoint.at("graph.55-asked");
        return true;
    }

    @Override
    public void withdraw(String interactionId) {
        out.withdraw(interactionId);
    }
}
