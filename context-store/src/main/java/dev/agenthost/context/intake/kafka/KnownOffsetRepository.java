package dev.agenthost.context.intake.kafka;

import dev.agenthost.context.eventlog.AppliedOffsets;
import dev.agenthost.context.eventlog.PartitionRef;
import dev.agenthost.platform.kafka.AppliedOffset;
import dev.agenthost.platform.kafka.AppliedOffsetRepository;
import dev.agenthost.platform.kafka.postgres.PostgresAppliedOffsetRepository;
import io.smallrye.mutiny.Uni;
import io.vertx.mutiny.sqlclient.Pool;
import jakarta.enterprise.context.ApplicationScoped;
import java.util.Collection;
import java.util.Map;
import org.apache.kafka.common.TopicPartition;

/** {@code context.applied_offsets} at the assignment of partitions; this replica then knows the offsets at which they start. */
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

    private static PartitionRef ref(TopicPartition partition) {
        return new PartitionRef(partition.topic(), partition.partition());
    }
}
