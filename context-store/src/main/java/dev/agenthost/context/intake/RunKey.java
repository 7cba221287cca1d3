package dev.agenthost.context.intake;

import java.util.UUID;

/** A run; its id counts only together with its workspace. */
public record RunKey(String workspaceId, UUID runId) {}
