package dev.agenthost.orchestrator.lifecycle;

import dev.agenthost.orchestrator.result.ResultRecord;
import dev.agenthost.orchestrator.run.RunView;
import dev.agenthost.protocol.id.RunId;

/**
 * A message about to be taken in.
 *
 * @param runId of the run that brought it
 * @param terminal how that run ends, if the run that took it in comes to its end
 */
public record Injection(RunId runId, ResultRecord terminal, RunView.Outcome outcome) {
    public Injection {
        if (!terminal.ends()) {
            throw new IllegalArgumentException("the record has no terminal result");
        }
    }
}
