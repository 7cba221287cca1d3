package dev.agenthost.protocol.delivery;

import dev.agenthost.protocol.json.WireName;

/** What a record of {@code agent.outbound.<adapter>} that ends a part says. */
public enum OutboundKind implements WireName {
    /** What the agent said. */
    MESSAGE,
    /** The plain sentence of a failure. */
    FAILURE,
    /** Stands until the run's next part, which takes its place. */
    PLACEHOLDER
}
