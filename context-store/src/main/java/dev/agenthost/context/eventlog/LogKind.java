package dev.agenthost.context.eventlog;

import dev.agenthost.protocol.json.WireName;

/** The topic that an entry of the event log is from. */
public enum LogKind implements WireName {
    EVENT,
    RESULT,
    RECEIPT,
    AUDIT
}
