package dev.agenthost.platform.kafka;

import dev.agenthost.protocol.topic.DeadLetterReason;

/**
 * The reason for which a record is dead-lettered.
 *
 * @param detail one line without content of the record
 */
public record Rejection(DeadLetterReason reason, String detail) {
    /** Returns the rejection of data by PostgreSQL; its own message may repeat data and is left out. */
    public static Rejection byDatabase(String sqlState) {
        return new Rejection(DeadLetterReason.REFUSED_BY_DATABASE, "SQLSTATE " + sqlState);
    }
}
