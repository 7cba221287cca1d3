package dev.agenthost.actiongraph.policy.execution;

import dev.agenthost.protocol.json.WireName;

/** The treatment of two actions that declare writes to one resource and do not depend on each other. */
public enum ConflictResolution implements WireName {
    /** The later one in the declaration waits for the earlier one. */
    SERIALIZE,
    /** The later one is blocked until the model decides. */
    BLOCK,
    /** The graph is refused before anything runs. */
    REFUSE
}
