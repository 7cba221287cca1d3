package dev.agenthost.orchestrator.lifecycle.finish;

import dev.agenthost.orchestrator.result.ResultRecord;
import dev.agenthost.orchestrator.run.RunKey;
import dev.agenthost.orchestrator.run.RunState;
import dev.agenthost.orchestrator.run.RunView;

/**
 * The complete end of a run, stored only while the run has the state {@code before}.
 *
 * @param runnerId the runner whose slot becomes free
 */
public record RunTermination(
        RunState before, RunState.Ended after, String runnerId, ResultRecord terminal, RunView.Outcome outcome) {
    public RunTermination {
        if (!terminal.ends()) {
            throw new IllegalArgumentException("the record has no terminal result");
        }
    }

    public RunKey key() {
        return terminal.key();
    }
}
