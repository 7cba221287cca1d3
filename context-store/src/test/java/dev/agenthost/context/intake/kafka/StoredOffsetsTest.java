package dev.agenthost.context.intake.kafka;

import static org.assertj.core.api.Assertions.assertThat;

import dev.agenthost.context.eventlog.AppliedOffsets;
import dev.agenthost.context.eventlog.OffsetRepository;
import dev.agenthost.context.eventlog.PartitionRef;
import io.smallrye.mutiny.Uni;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.concurrent.atomic.AtomicInteger;
import org.apache.kafka.clients.consumer.MockConsumer;
import org.apache.kafka.clients.consumer.OffsetAndMetadata;
import org.apache.kafka.common.TopicPartition;
import org.junit.jupiter.api.Test;

class StoredOffsetsTest {
    private static final TopicPartition PARTITION = new TopicPartition("agent.events", 3);
    private static final PartitionRef REF = new PartitionRef("agent.events", 3);

    private final AppliedOffsets known = new AppliedOffsets();

    @Test
    void anAssignedPartitionStartsWhereTheDatabaseSaysWhateverKafkaHasCommitted() {
        MockConsumer<byte[], byte[]> consumer = new MockConsumer<>("earliest");
        consumer.assign(List.of(PARTITION));
        consumer.commitSync(Map.of(PARTITION, new OffsetAndMetadata(99)));

        listener(partitions -> Uni.createFrom().item(Map.of(REF, 42L)))
                .onPartitionsAssigned(consumer, List.of(PARTITION));

        assertThat(consumer.position(PARTITION)).isEqualTo(42);
        assertThat(known.next(REF)).isEqualTo(42);
    }

    /** Else they would look as if they waited, until another record comes. */
    @Test
    void whatIsAppliedIsCommittedThoughWhoeverAppliedItDiedBefore() {
        MockConsumer<byte[], byte[]> consumer = new MockConsumer<>("earliest");
        TopicPartition untouched = new TopicPartition("agent.events", 4);
        consumer.assign(List.of(PARTITION, untouched));
        consumer.commitSync(Map.of(PARTITION, new OffsetAndMetadata(40)));

        listener(partitions -> Uni.createFrom().item(Map.of(REF, 42L)))
                .onPartitionsAssigned(consumer, List.of(PARTITION, untouched));

        assertThat(consumer.committed(Set.of(PARTITION, untouched)))
                .containsEntry(PARTITION, new OffsetAndMetadata(42))
                .doesNotContainKey(untouched);
    }

    @Test
    void withoutTheDatabaseItWaits() {
        MockConsumer<byte[], byte[]> consumer = new MockConsumer<>("earliest");
        consumer.assign(List.of(PARTITION));
        AtomicInteger asked = new AtomicInteger();

        listener(partitions -> asked.incrementAndGet() < 3
                        ? Uni.createFrom().failure(new IllegalStateException("away"))
                        : Uni.createFrom().item(Map.of(REF, 7L)))
                .onPartitionsAssigned(consumer, List.of(PARTITION));

        assertThat(consumer.position(PARTITION)).isEqualTo(7);
    }

    private StoredOffsets listener(OffsetRepository ledger) {
        return new StoredOffsets(ledger, known);
    }
}
