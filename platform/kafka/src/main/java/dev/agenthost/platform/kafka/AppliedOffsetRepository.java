package dev.agenthost.platform.kafka;

import io.smallrye.mutiny.Uni;
import java.util.Collection;
import java.util.Map;
import org.apache.kafka.common.TopicPartition;

/** Stores the applied offsets of a service in the database of its applied data. */
public interface AppliedOffsetRepository {
    /** Loads the offsets of the partitions; omits a partition without one. */
    Uni<Map<TopicPartition, AppliedOffset>> load(Collection<TopicPartition> partitions);

    /**
     * Replaces the offset of each partition, forwards or backwards. An offset that another replica has replaced or moved since it was
     * loaded stays.
     *
     * @param loaded the offsets that {@link #load} returned
     */
    Uni<Void> replace(Map<TopicPartition, AppliedOffset> offsets, Map<TopicPartition, AppliedOffset> loaded);
}
