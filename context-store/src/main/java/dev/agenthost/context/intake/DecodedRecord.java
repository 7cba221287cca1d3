package dev.agenthost.context.intake;

import dev.agenthost.context.eventlog.LogEntry;
import dev.agenthost.protocol.topic.DeadLetterReason;

/** Result of reading a record. The offset moves past the record in any case. */
public sealed interface DecodedRecord {
    /** The record becomes an entry of the log. */
    record Entry(LogEntry entry) implements DecodedRecord {}

    /** Results of a run; {@link ResultPlan} finds the new ones among them when it applies them. */
    record Results(RunResultsRecord results) implements DecodedRecord {}

    /** The record holds nothing to store. */
    record PassedOver() implements DecodedRecord {}

    /** The record becomes a dead letter. {@code detail} quotes nothing of it. */
    record DeadLetter(DeadLetterReason reason, String detail) implements DecodedRecord {}
}
