package dev.agenthost.gateway.deadletter;

import dev.agenthost.protocol.json.WireName;

/** The state of a dead letter among its redrives. */
public enum RedriveStatus implements WireName {
    /** Nothing yet. */
    OPEN,
    /** A redrive began and its end is not known: the record may have been published. */
    STARTED,
    /** Published to its original topic. */
    REDRIVEN
}
