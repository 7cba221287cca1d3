package dev.agenthost.orchestrator.flowcontrol;

import dev.agenthost.protocol.json.WireName;

/** What is counted of a workspace. */
public enum RateKind implements WireName {
    HOST_CALLS,
    BYTES_WRITTEN,
    MODEL_CALLS
}
