package dev.agenthost.protocol.topic;

import dev.agenthost.protocol.json.WireName;

/** Why a record was set aside. */
public enum DeadLetterReason implements WireName {
    /** Not JSON, not the record it should be, or a field of the wrong type. */
    UNDECODABLE,
    /** Readable, but a rule of the record is broken. */
    INVALID,
    /** PostgreSQL refuses it as data (SQLSTATE 22 or 23). */
    REFUSED_BY_DATABASE,
    /** Larger than its limit. */
    TOO_LARGE,
    /** Its adapter is not configured. */
    UNKNOWN_ADAPTER,
    /** It speaks for a workspace, a bot or a run that its adapter may not speak for. */
    FOREIGN,
    /** Older than what deduplication remembers. */
    TOO_OLD
}
