package dev.agenthost.protocol.audit;

import dev.agenthost.protocol.json.WireName;

/** The outcome of a decision. */
public enum AuditResult implements WireName {
    ALLOWED,
    DENIED,
    FAILED,
    /** A call with an effect was permitted, and the process that made it ended before it recorded the outcome. */
    UNKNOWN
}
