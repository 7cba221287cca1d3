package dev.agenthost.platform.kafka;

import io.smallrye.mutiny.Uni;
import java.time.Duration;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import org.apache.kafka.clients.consumer.ConsumerRecord;
import org.jspecify.annotations.Nullable;

/** The work of a service on the records of one batch: how a record is decoded, applied and refused. */
public interface BatchHandler<T> {
    /** Decodes a record; called once for each, in order. An exception dead-letters the record. */
    DecodeOutcome<T> decode(ConsumerRecord<byte[], byte[]> record);

    /**
     * Applies values in order, completely or not at all; a repetition must change nothing. Returns the values that are refused, by their
     * index, which are dead-lettered; all others are applied.
     *
     * @param advances moves of applied offsets, which are stored in the transaction of the last value unless a value is refused; empty if
     *     the service does not store offsets
     */
    Uni<Map<Integer, Rejection>> apply(List<T> values, List<OffsetAdvance> advances);

    /** Returns true if {@link #apply} has more steps after its transaction: the transaction of the next batch then moves the offsets. */
    default boolean isAppliedAfterTransaction() {
        return false;
    }

    /** Returns the rejection if the failure means that the database refuses a value as data; empty if the failure may pass. */
    default Optional<Rejection> rejection(Throwable failure) {
        return Optional.empty();
    }

    /** Called before a record is dead-lettered, for instance to end the run that waits for it. */
    default Uni<Void> beforeDeadLetter(ConsumerRecord<byte[], byte[]> record, Rejection why) {
        return Uni.createFrom().voidItem();
    }

    /** Time after which one try to apply counts as failed; null if {@link #apply} bounds its own steps. */
    default @Nullable Duration applyTimeout() {
        return IntakeStep.DATABASE_TIMEOUT;
    }
}
