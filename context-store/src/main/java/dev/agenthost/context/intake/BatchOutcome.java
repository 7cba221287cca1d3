package dev.agenthost.context.intake;

/** Outcome of writing a batch. A fault of the database itself is a failure, not one of these. */
public sealed interface BatchOutcome {
    /** The batch is written, and the offsets have moved. */
    record Done() implements BatchOutcome {}

    /** Another consumer moved an offset meanwhile: nothing was written, and the caller must load the offsets again. */
    record Overtaken() implements BatchOutcome {}

    /** The database can never write something in the batch; nothing was written. */
    record Refused(String sqlState) implements BatchOutcome {}
}
