package dev.agenthost.orchestrator.lifecycle.admission;

import dev.agenthost.protocol.event.EventEnvelope;
import dev.agenthost.protocol.event.EventTypes;
import dev.agenthost.protocol.run.TurnPolicy;
import java.util.Set;

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

    /** The types of events that continue a run which has ended: of several at once, each finds the state that the one before has left. */
    private static final Set<String> CONTINUATIONS =
            Set.of(EventTypes.INTERACTION_SUBMITTED, EventTypes.DELEGATION_COMPLETED, EventTypes.TIMER_FIRED);

    private final String stored;

    TurnMode(String stored) {
        this.stored = stored;
    }

    /** The value that the function {@code runs.admit_v1} takes. */
    public String stored() {
        return stored;
    }

    /** The mode of the run of an event. A continuation waits for its turn under every policy. */
    static TurnMode of(TurnPolicy policy, EventEnvelope event) {
        if (event.conversationId() == null) {
            return NONE;
        }
        if (CONTINUATIONS.contains(event.eventType())) {
            return SERIAL;
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
