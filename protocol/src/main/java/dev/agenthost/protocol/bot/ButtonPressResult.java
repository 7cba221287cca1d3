package dev.agenthost.protocol.bot;

import dev.agenthost.protocol.error.Fields;
import dev.agenthost.protocol.json.WireName;

/** The result of a {@link ButtonPress}; the same press again has the same result. */
public record ButtonPressResult(Outcome outcome) {
    /** The outcomes of a press. */
    public enum Outcome implements WireName {
        /** The press is the response to the question. */
        ACCEPTED,
        /** There is no such question or button. */
        UNKNOWN,
        /** The question is to others. */
        NOT_ASKED,
        /** Another response came first. */
        ANSWERED,
        EXPIRED
    }

    public ButtonPressResult {
        Fields.required(outcome, "outcome");
    }
}
