package dev.agenthost.context.intake;

import io.smallrye.mutiny.Uni;

/** Publishes as dead letters the records that can never be applied. */
public interface DeadLetterProducer {
    /** Completes when the broker has the record; one record may be published twice. */
    Uni<Void> send(IncomingRecord record, DecodedRecord.DeadLetter why);
}
