package dev.agenthost.platform.observability;

import dev.agenthost.protocol.topic.DeadLetterReason;

/** Counts each dead-lettered record. */
public interface DeadLetterCounter {
    /** @param topic the record's topic */
    void deadLettered(String topic, DeadLetterReason reason);
}
