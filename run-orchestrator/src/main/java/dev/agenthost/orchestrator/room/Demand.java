package dev.agenthost.orchestrator.room;

/** What a run needs: a slot at this runner, on a connection that may serve this workspace. */
public record Demand(String runnerId, String workspaceId) {}
