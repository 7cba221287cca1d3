package dev.agenthost.protocol.delivery;

import dev.agenthost.protocol.json.WireName;

/** What became of a part that was sent. */
public enum ReceiptStatus implements WireName {
    DELIVERED,
    /** The platform refuses it; trying again does not help. */
    REJECTED,
    /** It may have arrived; the surface offers no way to know. */
    UNKNOWN
}
