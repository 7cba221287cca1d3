package dev.agenthost.delivery.run;

import dev.agenthost.protocol.id.RunId;

/** The id of a run with its workspace. */
public record RunKey(String workspaceId, RunId runId) {}
