package dev.agenthost.protocol.run;

import dev.agenthost.protocol.json.WireName;

/** The reason for which no agent answers an event. */
public enum UnboundReason implements WireName {
    /** No binding matches scope and type. */
    NO_BINDING,
    /** A binding matches, but is disabled. */
    BINDING_DISABLED,
    /** Scope and type match, a filter on the actor does not. */
    FILTERED,
    /** An earlier event had the same id and another body. */
    EVENT_CONFLICT,
    /** Older than the ids that deduplication stores. */
    EVENT_TOO_OLD,
    /** An operator has taken the conversation over. */
    TAKEN_OVER
}
