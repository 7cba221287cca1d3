package dev.agenthost.gateway.deadletter;

import dev.agenthost.protocol.topic.RecordPosition;
import java.time.Instant;
import org.jspecify.annotations.Nullable;

/**
 * A dead letter without its content.
 *
 * @param position of the dead letter
 * @param time of the record, as its topic has it
 * @param reason the wire name of a {@code DeadLetterReason}; {@link #UNKNOWN_REASON} if the record names none
 * @param detail one line without content of the record
 * @param origin the position of the original record; null if the record does not name one of the topic's original
 * @param workspace the owner; null if it cannot be known, and then only the host key sees the record
 * @param redriveCount how often the record was redriven before it came here
 * @param redrivenFrom the dead letter as which it was redriven last
 * @param size of the value, in bytes
 */
public record DeadLetterRecord(
        RecordPosition position,
        Instant time,
        String reason,
        @Nullable String detail,
        @Nullable RecordPosition origin,
        @Nullable String workspace,
        int redriveCount,
        @Nullable String redrivenFrom,
        int size) {
    /** The reason of a record without that header. */
    public static final String UNKNOWN_REASON = "unknown";
}
