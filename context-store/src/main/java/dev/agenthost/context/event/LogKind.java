package dev.agenthost.context.event;

import dev.agenthost.protocol.field.WireName;

/** Which topic an entry of the event log is from. */
public enum LogKind implements WireName {
    EVENT,
    RESULT,
    RECEIPT,
    AUDIT
}
