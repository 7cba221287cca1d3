package dev.agenthost.orchestrator.flowcontrol;

import dev.agenthost.protocol.json.WireName;

/** The quantity that a rate limits for a workspace. */
public enum RateKind implements WireName {
    HOST_CALLS,
    BYTES_WRITTEN,
    MODEL_CALLS
}
