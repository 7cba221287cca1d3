package dev.agenthost.delivery.run;

import dev.agenthost.protocol.id.RunId;

/** A run is always named with its workspace. */
public record RunKey(String workspaceId, RunId runId) {}
