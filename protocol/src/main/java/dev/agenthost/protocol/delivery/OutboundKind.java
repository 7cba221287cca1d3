package dev.agenthost.protocol.delivery;

import dev.agenthost.protocol.json.WireName;

/** The kind of an {@code agent.outbound.<adapter>} record that ends a part. */
public enum OutboundKind implements WireName {
    /** A message of the agent. */
    MESSAGE,
    /** A sentence about a failure. */
    FAILURE,
    /** A text that the run's next part replaces. */
    PLACEHOLDER
}
