package dev.agenthost.binding.agent.postgres;

/** The key of an agent's row. */
public record AgentRowId(String workspaceId, String agentId) {}
