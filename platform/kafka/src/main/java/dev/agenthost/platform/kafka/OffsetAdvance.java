package dev.agenthost.platform.kafka;

/**
 * A move of the applied offset of a partition, to be stored in the transaction of what was applied.
 *
 * @param expected the stored offset as far as this replica knows it: a lower one means that the database was restored meanwhile
 * @param next the offset of the first record that is not applied
 */
public record OffsetAdvance(String topic, int partition, long expected, long next) {}
