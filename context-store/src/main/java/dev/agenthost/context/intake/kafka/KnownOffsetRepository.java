package dev.agenthost.context.intake.kafka;

import dev.agenthost.context.eventlog.AppliedOffsets;
import dev.agenthost.context.eventlog.OffsetRepository;
import dev.agenthost.context.eventlog.PartitionRef;
import dev.agenthost.platform.kafka.AppliedOffset;
import dev.agenthost.platform.kafka.AppliedOffsetRepository;
import dev.agenthost.platform.kafka.postgres.PostgresAppliedOffsetRepository;
import io.smallrye.mutiny.Uni;
import io.vertx.mutiny.sqlclient.Pool;
import jakarta.enterprise.context.ApplicationScoped;
import java.util.Collection;
import java.util.List;
import java.util.Map;
import java.util.stream.Collectors;
import org.apache.kafka.common.TopicPartition;

/** Table {@code context.applied_offsets}. This replica knows each offset that it loads or replaces. */
@ApplicationScoped
public class KnownOffsetRepository implements AppliedOffsetRepository {
    private final AppliedOffsetRepository stored;
    private final AppliedOffsets known;

    public KnownOffsetRepository(Pool pool, AppliedOffsets known) {
        this.stored = new PostgresAppliedOffsetRepository(pool, "context");
        this.known = known;
    }

    @Override
    public Uni<Map<TopicPartition, AppliedOffset>> load(Collection<TopicPartition> partitions) {
        return stored.load(partitions)
                .invoke(loaded -> loaded.forEach((partition, offset) -> known.learn(ref(partition), offset.next())));
    }

    @Override
    public Uni<Void> replace(Map<TopicPartition, AppliedOffset> offsets, Map<TopicPartition, AppliedOffset> loaded) {
        return stored.replace(offsets, loaded)
                .invoke(() -> offsets.forEach((partition, offset) -> known.restart(ref(partition), offset.next())));
    }

    /** Loads the next offset of each of the partitions, as {@link OffsetRepository} does. */
    public Uni<Map<PartitionRef, Long>> next(Collection<PartitionRef> partitions) {
        List<TopicPartition> keys = partitions.stream()
                .map(partition -> new TopicPartition(partition.topic(), partition.partition()))
                .toList();
        return load(keys).map(loaded -> loaded.entrySet().stream()
                .collect(Collectors.toMap(
                        entry -> ref(entry.getKey()), entry -> entry.getValue().next())));
    }

    private static PartitionRef ref(TopicPartition partition) {
        return new PartitionRef(partition.topic(), partition.partition());
    }
}
