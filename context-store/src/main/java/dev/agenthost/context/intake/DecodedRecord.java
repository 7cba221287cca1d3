package dev.agenthost.context.intake;

import dev.agenthost.context.eventlog.LogEntry;
import dev.agenthost.protocol.topic.DeadLetterReason;

/** What became of a record when it was read. The offset moves past it in any case. */
public sealed interface DecodedRecord {
    /** It is logged. */
    record Entry(LogEntry entry) implements DecodedRecord {}

    /** Results of a run; what of them is new is found when they are applied. */
    record Results(RunResultsRecord results) implements DecodedRecord {}

    /** It holds nothing that is stored. */
    record PassedOver() implements DecodedRecord {}

    /** It goes to the dead letters. {@code detail} repeats nothing of it. */
    record DeadLetter(DeadLetterReason reason, String detail) implements DecodedRecord {}
}
