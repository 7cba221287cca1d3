package dev.agenthost.context.intake.kafka;

import static org.assertj.core.api.Assertions.assertThat;

import dev.agenthost.context.eventlog.AppliedOffsets;
import dev.agenthost.context.eventlog.PartitionRef;
import dev.agenthost.context.fixture.Database;
import dev.agenthost.platform.kafka.AppliedOffset;
import dev.agenthost.protocol.topic.Topics;
import java.util.List;
import java.util.Map;
import org.apache.kafka.common.TopicPartition;
import org.junit.jupiter.api.Test;

class KnownOffsetRepositoryTest {
    private static final TopicPartition PARTITION = new TopicPartition(Topics.EVENTS, 3);
    private static final PartitionRef REF = new PartitionRef(Topics.EVENTS, 3);

    @Test
    void theReplicaKnowsTheOffsetAtWhichAPartitionStartsThoughItIsLowerThanBefore() {
        try (Database database = new Database()) {
            AppliedOffsets known = new AppliedOffsets();
            KnownOffsetRepository repository = new KnownOffsetRepository(database.pool(), known);
            Database.await(repository.replace(Map.of(PARTITION, new AppliedOffset("old", 42)), Map.of()));
            known.learn(REF, 50);

            Map<TopicPartition, AppliedOffset> loaded = Database.await(repository.load(List.of(PARTITION)));
            Database.await(repository.replace(Map.of(PARTITION, new AppliedOffset("new", 7)), loaded));

            assertThat(loaded).isEqualTo(Map.of(PARTITION, new AppliedOffset("old", 42)));
            assertThat(known.next(REF)).isEqualTo(7);
            assertThat(Database.await(repository.load(List.of(PARTITION))))
                    .isEqualTo(Map.of(PARTITION, new AppliedOffset("new", 7)));
        }
    }
}
