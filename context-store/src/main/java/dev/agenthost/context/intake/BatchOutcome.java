package dev.agenthost.context.intake;

/** How the database took a batch. Trouble with the database itself is a failure, not one of these. */
public sealed interface BatchOutcome {
    /** It is written, and the offsets have moved. */
    record Done() implements BatchOutcome {}

    /** Another consumer moved an offset in between: nothing was written, what is known must be loaded again. */
    record Overtaken() implements BatchOutcome {}

    /** Something in it can never be written; nothing was. */
    record Refused(String sqlState) implements BatchOutcome {}
}
