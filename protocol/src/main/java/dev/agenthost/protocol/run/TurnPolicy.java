package dev.agenthost.protocol.run;

import dev.agenthost.protocol.json.WireName;

/** The treatment of a message that arrives while a run of its conversation and thread is active. */
public enum TurnPolicy implements WireName {
    /** The message waits for the end of the active run. */
    SERIAL,
    /** The message gets a run beside the active one. */
    PARALLEL,
    /** The message is handed to the active run. */
    STEER,
    /** The message cancels the active run. */
    INTERRUPT,
    /** The message is recorded and not answered. */
    REJECT
}
