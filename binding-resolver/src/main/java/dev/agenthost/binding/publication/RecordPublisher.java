package dev.agenthost.binding.publication;

import io.smallrye.mutiny.Uni;
import java.util.List;

/** Publishes records on Kafka. */
public interface RecordPublisher {
    /**
     * Sends in the given order and completes when all in-sync replicas have acknowledged every record. Fails if one was
     * not acknowledged; the caller then resends all records in the same order. Waits for an unavailable Kafka.
     */
    Uni<Void> publish(List<OutboundRecord> records);
}
