package dev.agenthost.orchestrator.run;

import dev.agenthost.protocol.id.RunId;
import java.util.Objects;

/** The identity of a run: ids of runs are unique in their workspace. */
public record RunKey(String workspaceId, RunId runId) {
    public RunKey {
        Objects.requireNonNull(workspaceId);
        Objects.requireNonNull(runId);
    }
}
