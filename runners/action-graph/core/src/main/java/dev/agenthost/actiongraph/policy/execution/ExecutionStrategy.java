package dev.agenthost.actiongraph.policy.execution;

import dev.agenthost.protocol.json.WireName;

/** The order of ready actions. */
public enum ExecutionStrategy implements WireName {
    /** Actions whose dependencies are met run in parallel. */
    DAG,
    /** One action at a time, in the order of the declaration as far as dependencies allow. */
    SEQUENTIAL
}
