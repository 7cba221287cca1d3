package dev.agenthost.protocol.delivery;

import dev.agenthost.protocol.json.WireName;

/** The outcome of a part that was sent. */
public enum ReceiptStatus implements WireName {
    DELIVERED,
    /** The platform refuses the part; a retry does not help. */
    REJECTED,
    /** The part may have arrived; the surface offers no way to find out. */
    UNKNOWN
}
