package dev.agenthost.binding.catalog.postgres;

/** The key of an agent's row. */
public record AgentRowId(String workspaceId, String agentId) {}
