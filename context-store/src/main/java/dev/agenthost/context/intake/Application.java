package dev.agenthost.context.intake;

/** How the database took a batch. Trouble with the database itself is a failure, not one of these. */
public sealed interface Application {
    /** It is written, and the offsets have moved. */
    record Done() implements Application {}

    /** Another consumer moved an offset in between: nothing was written, what is known must be loaded again. */
    record Overtaken() implements Application {}

    /** Something in it can never be written; nothing was. */
    record Refused(String sqlState) implements Application {}
}
