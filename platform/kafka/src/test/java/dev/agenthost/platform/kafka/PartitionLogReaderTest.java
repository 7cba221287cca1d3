package dev.agenthost.platform.kafka;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.agenthost.testkit.KafkaTestBroker;
import java.util.List;
import java.util.Map;
import java.util.UUID;
import java.util.concurrent.TimeUnit;
import org.apache.kafka.clients.admin.Admin;
import org.apache.kafka.clients.admin.NewTopic;
import org.apache.kafka.clients.admin.RecordsToDelete;
import org.apache.kafka.clients.producer.KafkaProducer;
import org.apache.kafka.clients.producer.ProducerRecord;
import org.apache.kafka.common.KafkaException;
import org.apache.kafka.common.TopicPartition;
import org.apache.kafka.common.serialization.StringSerializer;
import org.awaitility.Awaitility;
import org.junit.jupiter.api.Test;

class PartitionLogReaderTest {
    private static final Map<String, Object> BROKER = Map.of("bootstrap.servers", KafkaTestBroker.bootstrapServers());

    private final String topic = "logs-" + UUID.randomUUID();
    private final TopicPartition partition = new TopicPartition(topic, 0);
    private final PartitionLogReader reader = new PartitionLogReader(BROKER);

    @Test
    void readsTheBoundsOfALog() throws Exception {
        try (Admin admin = Admin.create(BROKER)) {
            create(admin);
            publish(5);
            admin.deleteRecords(Map.of(partition, RecordsToDelete.beforeOffset(2)))
                    .all()
                    .get(20, TimeUnit.SECONDS);
        }

        PartitionLog log = reader.apply(List.of(partition)).get(partition);

        assertThat(log.beginning()).isEqualTo(2);
        assertThat(log.end()).isEqualTo(5);
    }

    @Test
    void aTopicThatIsCreatedAgainHasAnotherIdThoughItsLogIsAsLong() throws Exception {
        try (Admin admin = Admin.create(BROKER)) {
            create(admin);
            publish(5);
            PartitionLog before = reader.apply(List.of(partition)).get(partition);
            admin.deleteTopics(List.of(topic)).all().get(20, TimeUnit.SECONDS);
            Awaitility.await().until(() -> !admin.listTopics().names().get().contains(topic));
            create(admin);
            publish(5);

            PartitionLog after = reader.apply(List.of(partition)).get(partition);

            assertThat(StartOffset.of(new AppliedOffset(before.topicId(), 5), before))
                    .isEqualTo(new StartOffset.Stored(5));
            assertThat(StartOffset.of(new AppliedOffset(before.topicId(), 5), after))
                    .isEqualTo(new StartOffset.Recreated(0));
        }
    }

    @Test
    void aMissingTopicIsAFailure() {
        assertThatThrownBy(() -> reader.apply(List.of(partition))).isInstanceOf(KafkaException.class);
    }

    private void create(Admin admin) throws Exception {
        admin.createTopics(List.of(new NewTopic(topic, 1, (short) 1))).all().get(20, TimeUnit.SECONDS);
    }

    private void publish(int records) throws Exception {
        try (var producer = new KafkaProducer<>(BROKER, new StringSerializer(), new StringSerializer())) {
            for (int i = 0; i < records; i++) {
                producer.send(new ProducerRecord<>(topic, "x")).get(20, TimeUnit.SECONDS);
            }
        }
    }
}
