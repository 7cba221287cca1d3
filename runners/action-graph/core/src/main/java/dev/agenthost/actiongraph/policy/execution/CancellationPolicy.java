package dev.agenthost.actiongraph.policy.execution;

import dev.agenthost.protocol.json.WireName;

/** The treatment of running actions when a person or the runtime cancels their graph. Actions that have not started never start. */
public enum CancellationPolicy implements WireName {
    /** Running actions are interrupted. */
    INTERRUPT,
    /** Running actions may end. */
    FINISH
}
