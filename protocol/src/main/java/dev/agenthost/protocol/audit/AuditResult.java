package dev.agenthost.protocol.audit;

import dev.agenthost.protocol.field.WireName;

/** How a decision went. */
public enum AuditResult implements WireName {
    ALLOWED,
    DENIED,
    FAILED
}
