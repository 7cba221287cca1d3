package dev.agenthost.actiongraph.carrier;

import java.util.Set;

/**
 * The executors that a model was shown.
 *
 * @param tools names of tools
 * @param agents names of agents
 */
public record ExecutorNames(Set<String> tools, Set<String> agents) {
    public ExecutorNames {
        tools = Set.copyOf(tools);
        agents = Set.copyOf(agents);
    }
}
