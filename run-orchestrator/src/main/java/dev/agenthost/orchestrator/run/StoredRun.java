package dev.agenthost.orchestrator.run;

import dev.agenthost.protocol.error.FailureCode;
import dev.agenthost.protocol.run.BindingSnapshot;
import dev.agenthost.protocol.run.Resolution;
import dev.agenthost.protocol.run.ResolutionOutcome;

/**
 * A run of the repository that has not ended.
 *
 * @param heldUpBy the failure it ends with when the queue's limit passes
 */
public record StoredRun(Resolution resolution, RunState state, String traceId, FailureCode heldUpBy) {
    public StoredRun {
        if (!(resolution.outcome() instanceof ResolutionOutcome.Bound)) {
            throw new IllegalArgumentException("nobody answers this event");
        }
    }

    public RunKey key() {
        return new RunKey(resolution.event().workspaceId(), resolution.runId());
    }

    public BindingSnapshot binding() {
        return ((ResolutionOutcome.Bound) resolution.outcome()).binding();
    }
}
