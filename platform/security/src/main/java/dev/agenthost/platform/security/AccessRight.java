package dev.agenthost.platform.security;

/** What an endpoint asks of a key. Which role has which right is decided by {@link ApiKey#allows}. */
public enum AccessRight {
    /** To read what there is. */
    READ,
    /** To see what runs do inside: parameters and results of tools, values of state. */
    INSPECT,
    /** To read the bytes that messages refer to; an adapter's key those of its bots only. */
    FETCH,
    /** To hand in events. */
    SAY,
    /** To end runs. */
    CANCEL,
    /** To write agents, bindings and models. */
    CONFIGURE,
    /** To make, list and revoke keys. */
    KEYS
}
