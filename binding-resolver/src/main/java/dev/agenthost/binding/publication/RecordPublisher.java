package dev.agenthost.binding.publication;

import io.smallrye.mutiny.Uni;
import java.util.List;

/** Where records go out. */
public interface RecordPublisher {
    /**
     * Sends in the given order and completes when every record is acknowledged by all replicas. Fails if one was not; sending all of
     * them again, in the same order, is then right. Waits for a Kafka that is away.
     */
    Uni<Void> publish(List<OutboundRecord> records);
}
