package dev.agenthost.delivery.send;

import java.util.Locale;

/** The status of a send. */
public enum SendStatus {
    PENDING,
    CLAIMED,
    /** The part is on the topic of an adapter, which has sent no receipt yet. */
    HANDED_OVER,
    DELIVERED,
    REJECTED,
    UNKNOWN;

    /** Returns the name in the database. */
    public String stored() {
        return name().toLowerCase(Locale.ROOT);
    }
}
