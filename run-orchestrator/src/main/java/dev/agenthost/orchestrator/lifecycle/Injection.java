package dev.agenthost.orchestrator.lifecycle;

import dev.agenthost.orchestrator.result.ResultRecord;
import dev.agenthost.orchestrator.run.RunView;
import dev.agenthost.protocol.id.RunId;

/**
 * A message to be steered into a run.
 *
 * @param runId the run of the message
 * @param terminal the end of that run if the receiving run ends
 */
public record Injection(RunId runId, ResultRecord terminal, RunView.Outcome outcome) {
    public Injection {
        if (!terminal.ends()) {
            throw new IllegalArgumentException("the record has no terminal result");
        }
    }
}
