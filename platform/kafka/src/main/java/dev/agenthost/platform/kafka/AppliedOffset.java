package dev.agenthost.platform.kafka;

/**
 * The stored progress of a partition.
 *
 * @param topicId of the offset's topic; a topic that is deleted and created again has another one
 * @param next the offset of the first record that is not applied
 */
public record AppliedOffset(String topicId, long next) {}
