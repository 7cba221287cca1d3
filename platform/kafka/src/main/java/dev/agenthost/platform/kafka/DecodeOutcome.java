package dev.agenthost.platform.kafka;

import dev.agenthost.protocol.topic.DeadLetterReason;

/** The outcome of decoding one record. */
public sealed interface DecodeOutcome<T> {
    /** The record holds this value. */
    record Decoded<T>(T value) implements DecodeOutcome<T> {}

    /** The service does not need the record: it is neither applied nor dead-lettered. */
    record Skipped<T>() implements DecodeOutcome<T> {}

    /** The record is dead-lettered. */
    record Rejected<T>(Rejection why) implements DecodeOutcome<T> {}

    static <T> DecodeOutcome<T> rejected(DeadLetterReason reason, String detail) {
        return new Rejected<>(new Rejection(reason, detail));
    }
}
