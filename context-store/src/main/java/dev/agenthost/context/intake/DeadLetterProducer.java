package dev.agenthost.context.intake;

import io.smallrye.mutiny.Uni;

/** Where records go that can never be applied. */
public interface DeadLetterProducer {
    /** Completes when the broker has it; the same record may come twice. */
    Uni<Void> send(IncomingRecord record, DecodedRecord.DeadLetter why);
}
