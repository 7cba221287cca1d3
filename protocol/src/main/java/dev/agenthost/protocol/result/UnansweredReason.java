package dev.agenthost.protocol.result;

import dev.agenthost.protocol.json.WireName;
import dev.agenthost.protocol.run.UnboundReason;

/** Why an event has no answer of its own. */
public enum UnansweredReason implements WireName {
    NO_BINDING,
    BINDING_DISABLED,
    FILTERED,
    EVENT_CONFLICT,
    EVENT_TOO_OLD,
    /** Several bindings are equally near. */
    AMBIGUOUS,
    /** Its agent does not take a message while it is busy. */
    REJECTED,
    /** It was handed to a run that was active. */
    STEERED;

    public static UnansweredReason of(UnboundReason reason) {
        return switch (reason) {
            case NO_BINDING -> NO_BINDING;
            case BINDING_DISABLED -> BINDING_DISABLED;
            case FILTERED -> FILTERED;
            case EVENT_CONFLICT -> EVENT_CONFLICT;
            case EVENT_TOO_OLD -> EVENT_TOO_OLD;
        };
    }
}
