package dev.agenthost.orchestrator.lifecycle;

import dev.agenthost.protocol.id.RunId;
import dev.agenthost.protocol.run.BindingSnapshot;
import dev.agenthost.protocol.run.Resolution;
import dev.agenthost.protocol.run.ResolutionOutcome;

/** A run that waits for its turn, with its message. */
public record WaitingMessage(Resolution resolution, String traceId) {
    public WaitingMessage {
        if (!(resolution.outcome() instanceof ResolutionOutcome.Bound)) {
            throw new IllegalArgumentException("nobody answers this event");
        }
    }

    public RunId runId() {
        return resolution.runId();
    }

    BindingSnapshot binding() {
        return ((ResolutionOutcome.Bound) resolution.outcome()).binding();
    }
}
