package dev.agenthost.context.intake;

import dev.agenthost.context.event.LogEntry;
import dev.agenthost.context.run.ReadResults;
import dev.agenthost.protocol.topic.DeadLetterReason;

/** What became of a record when it was read. The offset moves past it in any case. */
public sealed interface Reading {
    /** It is logged. */
    record Entry(LogEntry entry) implements Reading {}

    /** Results of a run; what of them is new is found when they are applied. */
    record Results(ReadResults results) implements Reading {}

    /** It holds nothing that is stored. */
    record PassedOver() implements Reading {}

    /** It goes to the dead letters. {@code detail} repeats nothing of it. */
    record DeadLetter(DeadLetterReason reason, String detail) implements Reading {}
}
