package dev.agenthost.platform.observability;

import dev.agenthost.protocol.topic.DeadLetterReason;

/** Told of each record that is set aside. */
public interface DeadLetterCounter {
    /** @param topic where it came from */
    void setAside(String topic, DeadLetterReason reason);
}
