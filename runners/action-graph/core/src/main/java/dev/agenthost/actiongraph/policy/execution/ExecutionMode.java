package dev.agenthost.actiongraph.policy.execution;

import dev.agenthost.protocol.json.WireName;

/** The lifetime of a graph. */
public enum ExecutionMode implements WireName {
    /** The graph ends with its turn. */
    EPHEMERAL,
    /** The graph is stored and survives restarts; it needs {@code persist: true}. */
    DURABLE
}
