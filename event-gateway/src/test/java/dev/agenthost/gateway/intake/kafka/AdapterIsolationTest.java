package dev.agenthost.gateway.intake.kafka;

import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import dev.agenthost.gateway.inbound.EventBodies;
import dev.agenthost.platform.kafka.RetryStatus;
import dev.agenthost.platform.kafka.TopicFlow;
import dev.agenthost.protocol.topic.Topics;
import dev.agenthost.testkit.KafkaTestBroker;
import dev.agenthost.testkit.TopicConsumer;
import io.quarkus.test.common.QuarkusTestResource;
import io.quarkus.test.junit.QuarkusTest;
import io.smallrye.reactive.messaging.kafka.KafkaClientService;
import jakarta.inject.Inject;
import java.nio.charset.StandardCharsets;
import java.time.Duration;
import java.util.List;
import java.util.Map;
import java.util.UUID;
import org.apache.kafka.clients.admin.Admin;
import org.apache.kafka.clients.admin.AlterConfigOp;
import org.apache.kafka.clients.admin.ConfigEntry;
import org.apache.kafka.clients.admin.NewTopic;
import org.apache.kafka.clients.admin.OffsetSpec;
import org.apache.kafka.clients.consumer.ConsumerRecord;
import org.apache.kafka.clients.consumer.OffsetAndMetadata;
import org.apache.kafka.clients.producer.KafkaProducer;
import org.apache.kafka.clients.producer.ProducerRecord;
import org.apache.kafka.common.TopicPartition;
import org.apache.kafka.common.config.ConfigResource;
import org.apache.kafka.common.serialization.ByteArraySerializer;
import org.junit.jupiter.api.Test;

/** Tests that an adapter whose dead letters the broker refuses holds up its own records only, on one replica and a real broker. */
@QuarkusTest
@QuarkusTestResource(KafkaTestBroker.class)
class AdapterIsolationTest {
    private static final Duration LIMIT = Duration.ofSeconds(90);
    private static final String QUIET = Topics.inbound("quiet");
    /** More than a lane takes in before its topic is paused. */
    private static final int FLOOD = 1_500;

    private final TopicPartition stuck = new TopicPartition(Topics.inbound("stuck-" + UUID.randomUUID()), 0);

    @Inject
    RetryStatus status;

    @Inject
    KafkaClientService clients;

    @Inject
    TopicFlow flow;

    @Test
    void anAdapterWhoseDeadLettersAreRefusedHoldsUpOnlyItself() throws Exception {
        KafkaTestBroker.createTopics(QUIET);
        String letters = Topics.dlq(stuck.topic());
        try (Admin admin = Admin.create(Map.of("bootstrap.servers", KafkaTestBroker.bootstrapServers()));
                var producer = new KafkaProducer<>(
                        // One request at a time: batches that race for a new topic are refused as out of order.
                        Map.of(
                                "bootstrap.servers",
                                KafkaTestBroker.bootstrapServers(),
                                "max.in.flight.requests.per.connection",
                                1),
                        new ByteArraySerializer(),
                        new ByteArraySerializer())) {
            admin.createTopics(List.of(
                            new NewTopic(stuck.topic(), 1, (short) 1),
                            new NewTopic(letters, 1, (short) 1).configs(Map.of("max.message.bytes", "1"))))
                    .all()
                    .get();
            for (int i = 0; i < FLOOD; i++) {
                producer.send(new ProducerRecord<>(stuck.topic(), 0, null, new byte[4096]));
            }
            producer.flush();
            assertThat(end(admin, stuck)).isEqualTo(FLOOD);
            await().atMost(LIMIT)
                    .untilAsserted(() -> assertThat(status.faults()).containsKey(stuck.topic()));

            // Each is accepted before the next is sent: several batches come while the other adapter waits.
            try (TopicConsumer events = TopicConsumer.fromNow(Topics.EVENTS)) {
                for (int i = 0; i < 3; i++) {
                    String id = UUID.randomUUID().toString();
                    byte[] event = EventBodies.shortForm(id).toString().getBytes(StandardCharsets.UTF_8);
                    producer.send(new ProducerRecord<>(QUIET, 0, null, event)).get();
                    events.await(1, record -> TopicConsumer.envelope(record)
                            .subject()
                            .subjectId()
                            .equals(id));
                }
            }
            await().atMost(LIMIT).until(this::isPaused);
            TopicPartition quiet = new TopicPartition(QUIET, 0);
            await().atMost(LIMIT).until(() -> committed(admin, quiet) == end(admin, quiet));
            assertThat(committed(admin, stuck)).isZero();
            assertThat(status.faults()).containsOnlyKeys(stuck.topic());

            ConfigResource topic = new ConfigResource(ConfigResource.Type.TOPIC, letters);
            admin.incrementalAlterConfigs(Map.of(
                            topic,
                            List.of(new AlterConfigOp(
                                    new ConfigEntry("max.message.bytes", null), AlterConfigOp.OpType.DELETE))))
                    .all()
                    .get();
            await().atMost(LIMIT).until(() -> committed(admin, stuck) == FLOOD);
            assertThat(end(admin, new TopicPartition(letters, 0))).isEqualTo(FLOOD);
            assertThat(status.faults()).isEmpty();
            assertThat(isPaused()).isFalse();
        }
    }

    /** A batch holds records of several topics; each of them moves by itself. */
    @Test
    void anAcknowledgedRecordMovesThePositionOfItsPartition() throws Exception {
        try (Admin admin = Admin.create(Map.of("bootstrap.servers", KafkaTestBroker.bootstrapServers()))) {
            admin.createTopics(List.of(new NewTopic(stuck.topic(), 1, (short) 1)))
                    .all()
                    .get();

            await().atMost(LIMIT).until(() -> {
                flow.acknowledge(
                        InboundConsumer.CHANNEL, List.of(new ConsumerRecord<>(stuck.topic(), 0, 41, null, null)));
                return committed(admin, stuck) == 42;
            });
        }
    }

    private boolean isPaused() {
        return clients.getConsumer(InboundConsumer.CHANNEL)
                .paused()
                .await()
                .atMost(LIMIT)
                .contains(stuck);
    }

    private static long committed(Admin admin, TopicPartition partition) throws Exception {
        OffsetAndMetadata offset = admin.listConsumerGroupOffsets("event-gateway")
                .partitionsToOffsetAndMetadata()
                .get()
                .get(partition);
        return offset == null ? 0 : offset.offset();
    }

    private static long end(Admin admin, TopicPartition partition) throws Exception {
        return admin.listOffsets(Map.of(partition, OffsetSpec.latest()))
                .partitionResult(partition)
                .get()
                .offset();
    }
}
