package dev.agenthost.protocol.store;

import dev.agenthost.protocol.error.Fields;
import dev.agenthost.protocol.id.RunId;

/** The end of a run. The fence exceeds every attempt; late writes are refused. */
public record RunEnd(String workspaceId, RunId runId, int attempt) {
    public RunEnd {
        Fields.text(workspaceId, "workspace_id");
        Fields.required(runId, "run_id");
        Fields.within(attempt, 0, Integer.MAX_VALUE, "attempt");
    }
}
