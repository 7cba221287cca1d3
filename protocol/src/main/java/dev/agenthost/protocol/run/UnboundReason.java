package dev.agenthost.protocol.run;

import dev.agenthost.protocol.json.WireName;

/** Why nobody answers an event. */
public enum UnboundReason implements WireName {
    /** No binding matches scope and type. */
    NO_BINDING,
    /** One matches, but is off. */
    BINDING_DISABLED,
    /** Scope and type match, a filter on the actor does not. */
    FILTERED,
    /** The same event id came before with another body. */
    EVENT_CONFLICT,
    /** Older than what deduplication remembers. */
    EVENT_TOO_OLD
}
