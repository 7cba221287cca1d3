package dev.agenthost.protocol.event;

import dev.agenthost.protocol.error.Fields;
import dev.agenthost.protocol.id.RunId;
import dev.agenthost.protocol.id.RunnerId;

/**
 * The run that led to an event of the host. The event is answered by the same binding and the same runner, whatever other binding its
 * type would match.
 */
public record ParentRun(RunId runId, String bindingId, RunnerId runnerId) {
    public ParentRun {
        Fields.required(runId, "run_id");
        Fields.text(bindingId, "binding_id");
        Fields.required(runnerId, "runner_id");
    }
}
