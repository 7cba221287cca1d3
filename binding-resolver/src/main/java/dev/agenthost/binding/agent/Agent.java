package dev.agenthost.binding.agent;

import com.fasterxml.jackson.databind.node.ObjectNode;
import dev.agenthost.binding.change.Versioned;
import dev.agenthost.binding.policy.Policies;
import dev.agenthost.protocol.id.RunnerId;

/**
 * A runner with a configuration and the most it may do.
 *
 * @param runnerConfig the runner's own settings; secrets stand in it by name only
 * @param version from 1, raised by each change
 */
public record Agent(
        String agentId,
        String workspaceId,
        String name,
        RunnerId runnerId,
        ObjectNode runnerConfig,
        Policies policies,
        int version)
        implements Versioned<Agent> {
    @Override
    public String id() {
        return agentId;
    }

    @Override
    public Agent withVersion(int newVersion) {
        return new Agent(agentId, workspaceId, name, runnerId, runnerConfig, policies, newVersion);
    }
}
