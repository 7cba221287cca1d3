package dev.agenthost.watch.deadletter;

import dev.agenthost.protocol.topic.DeadLetterReason;

/** Told of each record that is set aside. */
public interface DeadLetterCount {
    /** @param topic where it came from */
    void setAside(String topic, DeadLetterReason reason);
}
