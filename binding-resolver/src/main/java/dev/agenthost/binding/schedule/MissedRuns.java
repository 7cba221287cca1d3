package dev.agenthost.binding.schedule;

import dev.agenthost.protocol.json.WireName;

/** The treatment of times at which no replica ran. */
public enum MissedRuns implements WireName {
    /** One event for the last of the missed times. */
    ONCE,
    /** No event for a time that is more than a minute late. */
    SKIP
}
