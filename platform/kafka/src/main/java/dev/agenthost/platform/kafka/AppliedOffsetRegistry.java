package dev.agenthost.platform.kafka;

import jakarta.enterprise.context.ApplicationScoped;
import java.util.Map;
import java.util.TreeMap;
import java.util.concurrent.ConcurrentHashMap;
import org.apache.kafka.common.TopicPartition;

/** The progress in the partitions whose offsets this service stores itself. */
@ApplicationScoped
public class AppliedOffsetRegistry {
    private final Map<TopicPartition, PartitionProgress> partitions = new ConcurrentHashMap<>();

    void assigned(TopicPartition partition, long stored) {
        partitions.put(partition, new PartitionProgress(stored));
    }

    /** Returns the progress in each partition of a topic, by its number; empty if the offsets of the topic are not stored. */
    Map<Integer, PartitionProgress> of(String topic) {
        Map<Integer, PartitionProgress> found = new TreeMap<>();
        partitions.forEach((partition, progress) -> {
            if (partition.topic().equals(topic)) {
                found.put(partition.partition(), progress);
            }
        });
        return found;
    }
}
