package dev.agenthost.platform.kafka;

import static org.assertj.core.api.Assertions.assertThat;

import io.smallrye.mutiny.Uni;
import java.util.Collection;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import org.apache.kafka.clients.consumer.MockConsumer;
import org.apache.kafka.clients.consumer.OffsetAndMetadata;
import org.apache.kafka.common.KafkaException;
import org.apache.kafka.common.TopicPartition;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;

class AppliedOffsetListenerTest {
    private static final TopicPartition PARTITION = new TopicPartition("agent.events", 3);

    private final MockConsumer<byte[], byte[]> consumer = new MockConsumer<>("earliest");
    private final Offsets offsets = new Offsets();
    private final AppliedOffsetRegistry registry = new AppliedOffsetRegistry();
    private final Map<TopicPartition, Long> moved = new HashMap<>();
    private int unanswered;

    @BeforeEach
    void assign() {
        consumer.assign(List.of(PARTITION));
        consumer.commitSync(Map.of(PARTITION, new OffsetAndMetadata(99)));
    }

    @Test
    void anAssignedPartitionStartsAtTheStoredOffsetWhateverKafkaHasCommitted() {
        offsets.stored.put(PARTITION, new AppliedOffset("id", 42));

        assigned();

        assertThat(consumer.position(PARTITION)).isEqualTo(42);
        assertThat(moved).containsEntry(PARTITION, 42L);
        assertThat(registry.of("agent.events").get(3).stored()).isEqualTo(42);
        assertThat(offsets.replacements).isZero();
    }

    @Test
    void anOffsetOfAnotherTopicIsReplacedByTheBeginningOfThisOne() {
        offsets.stored.put(PARTITION, new AppliedOffset("another", 42));

        assigned();

        assertThat(consumer.position(PARTITION)).isEqualTo(10);
        assertThat(offsets.stored).containsEntry(PARTITION, new AppliedOffset("id", 10));
    }

    @Test
    void waitsForTheDatabaseAndTheBroker() {
        offsets.stored.put(PARTITION, new AppliedOffset("id", 42));
        offsets.unanswered = 2;
        unanswered = 2;

        assigned();

        assertThat(consumer.position(PARTITION)).isEqualTo(42);
    }

    @Test
    void aNewAssignmentForgetsWhatWasKnownBefore() {
        offsets.stored.put(PARTITION, new AppliedOffset("id", 42));
        assigned();
        registry.of("agent.events").get(3).storedAt(50);
        offsets.stored.put(PARTITION, new AppliedOffset("id", 20));

        assigned();

        assertThat(consumer.position(PARTITION)).isEqualTo(20);
        assertThat(registry.of("agent.events").get(3).stored()).isEqualTo(20);
    }

    private void assigned() {
        new AppliedOffsetListener(() -> offsets, this::logs, registry, moved::put)
                .onPartitionsAssigned(consumer, List.of(PARTITION));
    }

    private Map<TopicPartition, PartitionLog> logs(Collection<TopicPartition> partitions) {
        if (unanswered-- > 0) {
            throw new KafkaException("unavailable");
        }
        return Map.of(PARTITION, new PartitionLog("id", 10, 99));
    }

    private static final class Offsets implements AppliedOffsetRepository {
        private final Map<TopicPartition, AppliedOffset> stored = new HashMap<>();
        private int replacements;
        private int unanswered;

        @Override
        public Uni<Map<TopicPartition, AppliedOffset>> load(Collection<TopicPartition> partitions) {
            return unanswered-- > 0
                    ? Uni.createFrom().failure(new IllegalStateException("unavailable"))
                    : Uni.createFrom().item(Map.copyOf(stored));
        }

        @Override
        public Uni<Void> replace(
                Map<TopicPartition, AppliedOffset> replaced, Map<TopicPartition, AppliedOffset> loaded) {
            replacements++;
            stored.putAll(replaced);
            return Uni.createFrom().voidItem();
        }
    }
}
