package dev.agenthost.orchestrator.steering;

import dev.agenthost.protocol.id.RunId;
import dev.agenthost.protocol.run.BindingSnapshot;
import dev.agenthost.protocol.run.Outcome;
import dev.agenthost.protocol.run.Resolution;

/** A run that waits for its turn, as the message that it brings. */
public record WaitingMessage(Resolution resolution, String traceId) {
    public WaitingMessage {
        if (!(resolution.outcome() instanceof Outcome.Bound)) {
            throw new IllegalArgumentException("nobody answers this event");
        }
    }

    public RunId runId() {
        return resolution.runId();
    }

    BindingSnapshot binding() {
        return ((Outcome.Bound) resolution.outcome()).binding();
    }
}
