package dev.agenthost.platform.kafka;

import static org.assertj.core.api.Assertions.assertThat;

import dev.agenthost.local.test.KafkaTestBroker;
import dev.agenthost.protocol.topic.DeadLetterReason;
import dev.agenthost.protocol.topic.Topics;
import java.time.Duration;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.UUID;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CopyOnWriteArrayList;
import org.apache.kafka.clients.admin.Admin;
import org.apache.kafka.clients.admin.NewTopic;
import org.apache.kafka.clients.consumer.ConsumerRecord;
import org.apache.kafka.clients.consumer.KafkaConsumer;
import org.apache.kafka.clients.producer.ProducerRecord;
import org.apache.kafka.common.TopicPartition;
import org.apache.kafka.common.errors.RecordTooLargeException;
import org.apache.kafka.common.errors.UnknownTopicOrPartitionException;
import org.apache.kafka.common.serialization.ByteArrayDeserializer;
import org.awaitility.Awaitility;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;

/** Dead letters on a real broker that creates no topics by itself. */
class KafkaDeadLetterSenderTest {
    private static final Duration LIMIT = Duration.ofSeconds(30);
    private static final Map<String, Object> BROKER = Map.of("bootstrap.servers", KafkaTestBroker.bootstrapServers());

    private final String present = "present." + UUID.randomUUID();
    private final String missing = "missing." + UUID.randomUUID();
    private final List<KafkaDeadLetterSender> senders = new CopyOnWriteArrayList<>();
    private final List<String> counted = new CopyOnWriteArrayList<>();
    private final RetryStatus status = new RetryStatus();

    @AfterEach
    void close() {
        senders.forEach(KafkaDeadLetterSender::close);
    }

    @Test
    void aMissingTopicIsCreated() {
        DeadLetterProducer letters = producer(new DeadLetterTopicCreator(BROKER));

        assertThat(deadLetter(letters, missing)).succeedsWithin(LIMIT);

        assertThat(read(Topics.dlq(missing))).hasSize(1);
        assertThat(counted).containsExactly(missing + " invalid");
    }

    @Test
    void aMissingTopicThatMayNotBeCreatedHoldsUpNoOtherAndIsNamed() throws Exception {
        create(Topics.dlq(present));
        DeadLetterProducer letters = producer(new Forbidden());

        CompletableFuture<Void> blocked = deadLetter(letters, missing);
        Awaitility.await().atMost(LIMIT).until(() -> status.faults().toString().contains(Topics.dlq(missing)));
        assertThat(deadLetter(letters, present)).succeedsWithin(LIMIT);
        assertThat(blocked).isNotDone();
        assertThat(status.faults()).containsOnlyKeys(missing);
        assertThat(counted).containsExactly(present + " invalid");

        create(Topics.dlq(missing));
        assertThat(blocked).succeedsWithin(LIMIT);
        assertThat(status.faults()).isEmpty();
        assertThat(read(Topics.dlq(missing))).hasSize(1);
    }

    @Test
    void aSendThatBlocksForItsTopicHoldsUpNoOther() throws Exception {
        create(Topics.dlq(present));
        DeadLetterProducer letters = producer(new Unaware());

        CompletableFuture<Void> blocked = deadLetter(letters, missing);

        assertThat(deadLetter(letters, present)).succeedsWithin(Duration.ofSeconds(4));
        assertThat(blocked).isNotDone();
        create(Topics.dlq(missing));
        assertThat(blocked).succeedsWithin(LIMIT);
    }

    @Test
    void anErrorOnTheSendingThreadIsRetried() throws Exception {
        create(Topics.dlq(present));

        assertThat(deadLetter(producer(new BrokenOnce()), present)).succeedsWithin(LIMIT);

        assertThat(read(Topics.dlq(present))).hasSize(1);
    }

    @Test
    void theBrokerRefusesALetterThatIsTooLarge() throws Exception {
        KafkaTestBroker.createTopics(present);
        KafkaDeadLetterSender sender = sender(new DeadLetterTopicCreator(BROKER));
        byte[] value = new byte[Topics.MAX_RECORD_BYTES];

        assertThat(sender.send(new ProducerRecord<>(Topics.dlq(present), 0, null, value))
                        .subscribeAsCompletionStage())
                .failsWithin(LIMIT)
                .withThrowableThat()
                .withCauseInstanceOf(RecordTooLargeException.class);
    }

    private DeadLetterProducer producer(DeadLetterTopicCreator topics) {
        return new DeadLetterProducer(
                sender(topics),
                new ConsumerRetryPolicy(status),
                (topic, reason) -> counted.add(topic + " " + reason.wire()));
    }

    private KafkaDeadLetterSender sender(DeadLetterTopicCreator topics) {
        KafkaDeadLetterSender sender = new KafkaDeadLetterSender(BROKER, topics);
        senders.add(sender);
        return sender;
    }

    private static CompletableFuture<Void> deadLetter(DeadLetterProducer letters, String topic) {
        return letters.deadLetter(
                        topic,
                        new ConsumerRecord<>(topic, 0, 7, new byte[] {1}, new byte[] {2}),
                        new Rejection(DeadLetterReason.INVALID, "a rule is broken"))
                .subscribeAsCompletionStage();
    }

    private static void create(String topic) throws Exception {
        try (Admin admin = Admin.create(BROKER)) {
            admin.createTopics(List.of(new NewTopic(topic, Optional.of(1), Optional.empty())))
                    .all()
                    .get();
        }
    }

    private static List<ConsumerRecord<byte[], byte[]>> read(String topic) {
        List<ConsumerRecord<byte[], byte[]>> all = new CopyOnWriteArrayList<>();
        try (KafkaConsumer<byte[], byte[]> consumer =
                new KafkaConsumer<>(BROKER, new ByteArrayDeserializer(), new ByteArrayDeserializer())) {
            TopicPartition partition = new TopicPartition(topic, 0);
            consumer.assign(List.of(partition));
            consumer.seekToBeginning(List.of(partition));
            long end = consumer.endOffsets(List.of(partition)).get(partition);
            while (consumer.position(partition) < end) {
                consumer.poll(Duration.ofMillis(100)).forEach(all::add);
            }
        }
        return all;
    }

    /** A broker that forbids to create topics: a missing one is noticed. */
    private static final class Forbidden extends DeadLetterTopicCreator {
        Forbidden() {
            super(BROKER);
        }

        @Override
        void ensure(String topic) throws InterruptedException {
            try (Admin admin = Admin.create(BROKER)) {
                if (!admin.listTopics().names().get().contains(topic)) {
                    throw new UnknownTopicOrPartitionException(topic);
                }
            } catch (java.util.concurrent.ExecutionException e) {
                throw new IllegalStateException(e);
            }
        }
    }

    /** A broker that does not even tell that a topic is missing: {@code Producer.send} finds out, by blocking. */
    private static final class Unaware extends DeadLetterTopicCreator {
        Unaware() {
            super(BROKER);
        }

        @Override
        void ensure(String topic) {}
    }

    /** A process whose classes were replaced while it runs. */
    private static final class BrokenOnce extends DeadLetterTopicCreator {
        private boolean broken = true;

        BrokenOnce() {
            super(BROKER);
        }

        @Override
        void ensure(String topic) {
            if (broken) {
                broken = false;
                throw new NoClassDefFoundError("as after a jar was replaced");
            }
        }
    }
}
