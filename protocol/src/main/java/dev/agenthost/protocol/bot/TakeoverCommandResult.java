package dev.agenthost.protocol.bot;

import dev.agenthost.protocol.error.Fields;
import dev.agenthost.protocol.json.WireName;

/** The result of a {@link TakeoverCommand}. */
public record TakeoverCommandResult(Outcome outcome) {
    /** The outcomes of a command. */
    public enum Outcome implements WireName {
        /** The operator has the conversation. */
        TAKEN_OVER,
        /** Another operator has it. */
        HELD_BY_OTHER,
        /** Nobody has the conversation any more. */
        RELEASED,
        /** No run of the conversation is known, or nothing can be sent into it. */
        UNKNOWN,
        /** The message is old, such as one that the platform repeats after an outage: nothing was changed. */
        STALE
    }

    public TakeoverCommandResult {
        Fields.required(outcome, "outcome");
    }
}
