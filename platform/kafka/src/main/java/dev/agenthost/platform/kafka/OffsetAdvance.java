package dev.agenthost.platform.kafka;

/**
 * A move of the applied offset of a partition, to be stored in the transaction of the applied records.
 *
 * @param expected the stored offset that this replica expects: a lower one means that the database was restored meanwhile
 * @param next the offset of the first record that is not applied
 */
public record OffsetAdvance(String topic, int partition, long expected, long next) {}
