package dev.agenthost.orchestrator.room;

/** Demand of a run: a slot at this runner, on a connection that may serve this workspace. */
public record Demand(String runnerId, String workspaceId) {}
