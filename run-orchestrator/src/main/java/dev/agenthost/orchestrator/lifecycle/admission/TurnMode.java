package dev.agenthost.orchestrator.lifecycle.admission;

import dev.agenthost.protocol.run.TurnPolicy;

/** How a run stands to the turn of its conversation and thread. */
public enum TurnMode {
    /** It takes no turn. */
    NONE("none"),
    /** It waits for its turn. */
    SERIAL("serial"),
    /** It waits for its turn, and the run whose turn it is, and those that wait before it, are cancelled. */
    INTERRUPT("interrupt"),
    /** It ends when it is not its turn, because another runs or waits. */
    REJECT("reject"),
    /** It has ended: nothing will run. */
    ENDED("ended");

    private final String stored;

    TurnMode(String stored) {
        this.stored = stored;
    }

    /** As the function {@code runs.admit_v2} knows it. */
    public String stored() {
        return stored;
    }

    /** @param hasConversation outside a conversation nobody waits for anybody */
    static TurnMode of(TurnPolicy policy, boolean hasConversation) {
        if (!hasConversation) {
            return NONE;
        }
        return switch (policy) {
            case PARALLEL -> NONE;
            // A message that may be steered waits for its turn as well, until the active run takes it in.
            case SERIAL, STEER -> SERIAL;
            case INTERRUPT -> INTERRUPT;
            case REJECT -> REJECT;
        };
    }
}
