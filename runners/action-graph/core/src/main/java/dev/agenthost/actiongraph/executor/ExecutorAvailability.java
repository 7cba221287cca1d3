package dev.agenthost.actiongraph.executor;

import dev.agenthost.protocol.json.WireName;

/** The availability of an executor at the moment of the choice, from best to worst. */
public enum ExecutorAvailability implements WireName {
    AVAILABLE,
    /** Accepts work that starts later. */
    BUSY,
    UNAVAILABLE
}
