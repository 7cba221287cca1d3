package dev.agenthost.delivery.send;

import java.util.Locale;

/** Where a send stands. */
public enum SendStatus {
    PENDING,
    CLAIMED,
    DELIVERED,
    REJECTED,
    UNKNOWN;

    /** The name in the database. */
    public String stored() {
        return name().toLowerCase(Locale.ROOT);
    }
}
