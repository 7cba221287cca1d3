package dev.agenthost.binding.catalog;

import com.fasterxml.jackson.databind.node.ObjectNode;
import dev.agenthost.platform.rest.VersionedItem;
import dev.agenthost.protocol.id.RunnerId;

/**
 * A runner with a configuration and maximum rights.
 *
 * @param runnerConfig the runner's own settings; it holds names of secrets only
 * @param version from 1, raised by each change
 */
public record Agent(
        String agentId,
        String workspaceId,
        String name,
        RunnerId runnerId,
        ObjectNode runnerConfig,
        AgentPolicies policies,
        int version)
        implements VersionedItem<Agent> {
    @Override
    public String id() {
        return agentId;
    }

    @Override
    public Agent withVersion(int newVersion) {
        return new Agent(agentId, workspaceId, name, runnerId, runnerConfig, policies, newVersion);
    }
}
