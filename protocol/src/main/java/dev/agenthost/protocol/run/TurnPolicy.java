package dev.agenthost.protocol.run;

import dev.agenthost.protocol.json.WireName;

/** What happens to a message that comes while a run of its conversation and thread is active. */
public enum TurnPolicy implements WireName {
    /** It waits for its turn. */
    SERIAL,
    /** It runs beside. */
    PARALLEL,
    /** It is handed to the active run. */
    STEER,
    /** The active run is cancelled for it. */
    INTERRUPT,
    /** It is recorded and not answered. */
    REJECT
}
