package dev.agenthost.platform.security;

/** A right that an endpoint requires of a key. {@link ApiKey#allows} maps roles to rights. */
public enum AccessRight {
    /** Reads everything that needs no other right. */
    READ,
    /** Reads the details of runs: parameters and results of tools, values of state. */
    INSPECT,
    /** Reads the bytes that messages refer to, and the questions of runs; an adapter's key only those of its bots. */
    FETCH,
    /** Sends events. */
    SAY,
    /** Ends runs, and takes conversations over from agents. */
    CANCEL,
    /** Writes agents, bindings and models. */
    CONFIGURE,
    /** Creates, lists and revokes keys. */
    KEYS,
    /** Reads and redrives dead letters. */
    DEAD_LETTERS
}
