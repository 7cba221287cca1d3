package dev.agenthost.orchestrator.lifecycle.admission;

import dev.agenthost.protocol.run.TurnPolicy;

/** The relation of a run to the turn of its conversation and thread. */
public enum TurnMode {
    /** It takes no turn. */
    NONE("none"),
    /** It waits for its turn. */
    SERIAL("serial"),
    /** It waits for its turn, and the run whose turn it is, and those that wait before it, are cancelled. */
    INTERRUPT("interrupt"),
    /** It ends if another run has or awaits the turn. */
    REJECT("reject"),
    /** It has ended without running. */
    ENDED("ended");

    private final String stored;

    TurnMode(String stored) {
        this.stored = stored;
    }

    /** The value that the function {@code runs.admit_v1} takes. */
    public String stored() {
        return stored;
    }

    /** @param hasConversation outside a conversation no run waits for another */
    static TurnMode of(TurnPolicy policy, boolean hasConversation) {
        if (!hasConversation) {
            return NONE;
        }
        return switch (policy) {
            case PARALLEL -> NONE;
            // A message that may be steered also waits for its turn, until the active run takes it.
            case SERIAL, STEER -> SERIAL;
            case INTERRUPT -> INTERRUPT;
            case REJECT -> REJECT;
        };
    }
}
