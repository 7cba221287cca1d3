package dev.agenthost.gateway;

import dev.agenthost.protocol.event.EventEnvelope;
import dev.agenthost.protocol.json.ProtocolCodec;
import dev.agenthost.protocol.json.UndecodableException;
import dev.agenthost.testkit.KafkaTestBroker;
import java.nio.charset.StandardCharsets;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.function.Predicate;
import org.apache.kafka.clients.consumer.ConsumerRecord;
import org.apache.kafka.clients.consumer.KafkaConsumer;
import org.apache.kafka.common.TopicPartition;
import org.apache.kafka.common.serialization.ByteArrayDeserializer;
import org.awaitility.Awaitility;

/** Records of a topic from a given position on, read by a test. */
public final class Topic implements AutoCloseable {

    private final KafkaConsumer<byte[], byte[]> consumer;
    private final List<ConsumerRecord<byte[], byte[]>> seen = new ArrayList<>();

    private Topic(KafkaConsumer<byte[], byte[]> consumer) {
        this.consumer = consumer;
    }

    /** Opens the topic at its current end. */
    public static Topic fromNow(String name) {
        Topic topic = open(name);
        topic.consumer.seekToEnd(topic.consumer.assignment());
        topic.consumer.assignment().forEach(topic.consumer::position);
        return topic;
    }

    /** Opens the topic at its start. */
    public static Topic fromStart(String name) {
        Topic topic = open(name);
        topic.consumer.seekToBeginning(topic.consumer.assignment());
        return topic;
    }

    private static Topic open(String name) {
        KafkaConsumer<byte[], byte[]> consumer = new KafkaConsumer<>(
                Map.of("bootstrap.servers", KafkaTestBroker.bootstrapServers()),
                new ByteArrayDeserializer(),
                new ByteArrayDeserializer());
        consumer.assign(consumer.partitionsFor(name).stream()
                .map(p -> new TopicPartition(p.topic(), p.partition()))
                .toList());
        return new Topic(consumer);
    }

    /** Waits for that many matching records and returns them. */
    public List<ConsumerRecord<byte[], byte[]>> await(int count, Predicate<ConsumerRecord<byte[], byte[]>> fits) {
        Awaitility.await().atMost(Duration.ofSeconds(60)).until(() -> {
            poll();
            return seen.stream().filter(fits).count() >= count;
        });
        return seen.stream().filter(fits).toList();
    }

    /** Returns the records so far; reads on until the topic's current end. */
    public List<ConsumerRecord<byte[], byte[]>> untilNow() {
        Map<TopicPartition, Long> ends = consumer.endOffsets(consumer.assignment());
        Awaitility.await().atMost(Duration.ofSeconds(60)).until(() -> {
            poll();
            return ends.entrySet().stream().allMatch(end -> consumer.position(end.getKey()) >= end.getValue());
        });
        return List.copyOf(seen);
    }

    public static EventEnvelope envelope(ConsumerRecord<byte[], byte[]> record) {
        try {
            return ProtocolCodec.decode(record.value(), EventEnvelope.class);
        } catch (UndecodableException e) {
            throw new AssertionError(e);
        }
    }

    public static String header(ConsumerRecord<byte[], byte[]> record, String name) {
        return record.headers().lastHeader(name) == null
                ? null
                : new String(record.headers().lastHeader(name).value(), StandardCharsets.UTF_8);
    }

    private void poll() {
        consumer.poll(Duration.ofMillis(50)).forEach(seen::add);
    }

    @Override
    public void close() {
        consumer.close();
    }
}
