package dev.agenthost.platform.kafka;

/**
 * The log of a partition as the broker has it.
 *
 * @param topicId of its topic
 * @param beginning the offset of its first record
 * @param end the offset that its next record gets
 */
public record PartitionLog(String topicId, long beginning, long end) {}
