package dev.agenthost.orchestrator.flowcontrol;

/** Demand of a run: a slot at this runner, on a connection that may serve this workspace. */
public record SlotDemand(String runnerId, String workspaceId) {}
