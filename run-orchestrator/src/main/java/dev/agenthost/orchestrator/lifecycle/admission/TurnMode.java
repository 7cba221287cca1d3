package dev.agenthost.orchestrator.lifecycle.admission;

import dev.agenthost.protocol.run.TurnPolicy;

/** The relation of a run to the turn of its conversation and thread. */
public enum TurnMode {
    /** The run takes no turn. */
    NONE("none"),
    /** The run waits for its turn. */
    SERIAL("serial"),
    /** The run waits for its turn; the run that has the turn, and those that wait before this one, are cancelled. */
    INTERRUPT("interrupt"),
    /** The run ends if another run has or awaits the turn. */
    REJECT("reject"),
    /** The run has ended without being executed. */
    ENDED("ended");

    private final String stored;

    TurnMode(String stored) {
        this.stored = stored;
    }

    /** The value that the function {@code runs.admit_v1} takes. */
    public String stored() {
        return stored;
    }

    /** @param hasConversation false if the run waits for no other run */
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
