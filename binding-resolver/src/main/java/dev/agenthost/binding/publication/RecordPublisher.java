package dev.agenthost.binding.publication;

import io.smallrye.mutiny.Uni;
import java.util.List;

/** Publishes records on Kafka. */
public interface RecordPublisher {
    /**
     * Sends in the given order and completes when all in-sync replicas have acknowledged every record. Fails if one was
     * not acknowledged; sending all of them again, in the same order, is then right. Waits for an unavailable Kafka.
     */
    Uni<Void> publish(List<OutboundRecord> records);
}
