package dev.agenthost.context.eventlog;

import dev.agenthost.protocol.json.WireName;

/** The topic of an entry of the event log. */
public enum LogKind implements WireName {
    EVENT,
    RESULT,
    RECEIPT,
    AUDIT
}
