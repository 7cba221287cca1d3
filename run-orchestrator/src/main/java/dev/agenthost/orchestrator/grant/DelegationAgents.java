package dev.agenthost.orchestrator.grant;

import com.fasterxml.jackson.databind.node.ObjectNode;
import dev.agenthost.protocol.context.AgentResources;
import dev.agenthost.protocol.run.ResourcePolicy;
import dev.agenthost.protocol.runner.AgentRunnerPermissions;
import java.util.List;

/**
 * The agents that a run may delegate to: those of the policy, for a runner that declares the permission. They are frozen with the grant as
 * a platform capability, because {@code ctx.resources} has no list of agents (spec 000 §6).
 */
final class DelegationAgents {
    private static final String PERMISSION = "delegate";

    private DelegationAgents() {}

    static List<String> granted(AgentRunnerPermissions permissions, ResourcePolicy policy) {
        return permissions.agents().contains(PERMISSION) ? policy.agents() : List.of();
    }

    /** Adds the agents to the platform capabilities. */
    static ObjectNode addTo(ObjectNode capabilities, List<String> agents) {
        if (!agents.isEmpty()) {
            agents.forEach(capabilities.putArray(AgentResources.DELEGATION_AGENTS)::add);
        }
        return capabilities;
    }
}
