package dev.agenthost.delivery.send;

import java.util.Locale;

/** Where a send stands. */
public enum SendStatus {
    PENDING,
    CLAIMED,
    /** On the topic of an adapter, which has not told yet what became of it. */
    HANDED_OVER,
    DELIVERED,
    REJECTED,
    UNKNOWN;

    /** The name in the database. */
    public String stored() {
        return name().toLowerCase(Locale.ROOT);
    }
}
