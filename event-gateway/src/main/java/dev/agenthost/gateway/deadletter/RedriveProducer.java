package dev.agenthost.gateway.deadletter;

import dev.agenthost.protocol.audit.AuditEntry;
import dev.agenthost.protocol.topic.RecordPosition;
import dev.agenthost.protocol.topic.RedriveMark;
import java.util.List;
import java.util.Map;

/**
 * Publishes what a redrive needs. Each method returns when the broker has all of it, and fails with
 * {@link DeadLettersUnavailableException} if the broker does not answer in time.
 */
public interface RedriveProducer {

    /** Returns the number of partitions of a topic; 0 if there is no such topic. */
    int partitions(String topic);

    void mark(List<RedriveMark> marks);

    void audit(List<AuditEntry> entries);

    /**
     * Publishes records in their order, up to the first that the broker does not take.
     *
     * @return the positions of the published records by those of their dead letters; fewer than given after a failure
     */
    Map<RecordPosition, RecordPosition> publish(List<RedriveMessage> records);
}
