package dev.agenthost.orchestrator.publish;

import dev.agenthost.protocol.topic.RecordPosition;
import io.smallrye.mutiny.Uni;

/** {@code agent.run-results}. */
public interface ResultTopic {
    /** Completes with the record's position when every replica of the broker that must have it has it. Never blocks. */
    Uni<RecordPosition> publish(ResultRecord record);
}
