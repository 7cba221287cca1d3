package dev.agenthost.orchestrator.flowcontrol;

/** The slot that a run needs: of this runner, on a connection that may serve this workspace. */
public record SlotDemand(String runnerId, String workspaceId) {}
