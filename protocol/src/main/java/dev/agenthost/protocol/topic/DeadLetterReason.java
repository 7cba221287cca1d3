package dev.agenthost.protocol.topic;

import dev.agenthost.protocol.json.WireName;

/** The reason for which a record was dead-lettered. */
public enum DeadLetterReason implements WireName {
    /** Not JSON, another record type, or a field of the wrong type. */
    UNDECODABLE,
    /** Readable, but a rule of the record is broken. */
    INVALID,
    /** PostgreSQL refuses it as data (SQLSTATE 22 or 23). */
    REFUSED_BY_DATABASE,
    /** Larger than its limit. */
    TOO_LARGE,
    /** Its adapter is not configured. */
    UNKNOWN_ADAPTER,
    /** The record names a workspace, a bot or a run that its adapter may not speak for. */
    FOREIGN,
    /** Older than the ids that deduplication stores. */
    TOO_OLD
}
