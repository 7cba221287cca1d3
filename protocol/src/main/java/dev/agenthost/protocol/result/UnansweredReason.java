package dev.agenthost.protocol.result;

import dev.agenthost.protocol.json.WireName;
import dev.agenthost.protocol.run.UnboundReason;

/** The reason for which an event has no answer of its own. */
public enum UnansweredReason implements WireName {
    NO_BINDING,
    BINDING_DISABLED,
    FILTERED,
    EVENT_CONFLICT,
    EVENT_TOO_OLD,
    TAKEN_OVER,
    /** Several bindings match equally well. */
    AMBIGUOUS,
    /** The agent rejects a message while it is busy. */
    REJECTED,
    /** The event was handed to an active run. */
    STEERED;

    public static UnansweredReason of(UnboundReason reason) {
        return switch (reason) {
            case NO_BINDING -> NO_BINDING;
            case BINDING_DISABLED -> BINDING_DISABLED;
            case FILTERED -> FILTERED;
            case EVENT_CONFLICT -> EVENT_CONFLICT;
            case EVENT_TOO_OLD -> EVENT_TOO_OLD;
            case TAKEN_OVER -> TAKEN_OVER;
        };
    }
}
