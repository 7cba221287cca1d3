package dev.agenthost.orchestrator.rate;

import dev.agenthost.protocol.field.WireName;

/** What is counted of a workspace. */
public enum RateKind implements WireName {
    HOST_CALLS,
    BYTES_WRITTEN,
    MODEL_CALLS
}
