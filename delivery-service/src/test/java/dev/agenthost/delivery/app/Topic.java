package dev.agenthost.delivery.app;

import dev.agenthost.protocol.json.ProtocolCodec;
import dev.agenthost.protocol.result.RunResults;
import dev.agenthost.protocol.security.AccessKey;
import dev.agenthost.protocol.topic.CloudEventHeaders;
import dev.agenthost.protocol.topic.ConversationPartitioner;
import dev.agenthost.protocol.topic.Topics;
import dev.agenthost.testkit.KafkaTestBroker;
import java.nio.charset.StandardCharsets;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.function.Predicate;
import org.apache.kafka.clients.consumer.ConsumerRecord;
import org.apache.kafka.clients.consumer.KafkaConsumer;
import org.apache.kafka.clients.producer.KafkaProducer;
import org.apache.kafka.clients.producer.ProducerRecord;
import org.apache.kafka.common.TopicPartition;
import org.apache.kafka.common.serialization.ByteArrayDeserializer;
import org.apache.kafka.common.serialization.ByteArraySerializer;
import org.awaitility.Awaitility;

/** Writes results as the orchestrator does, and reads what delivery-service writes. */
final class Topic {

    private static final KafkaProducer<byte[], byte[]> PRODUCER = new KafkaProducer<>(
            Map.of(
                    "bootstrap.servers", KafkaTestBroker.bootstrapServers(),
                    "linger.ms", 0,
                    "max.request.size", 5_000_000),
            new ByteArraySerializer(),
            new ByteArraySerializer());

    private Topic() {}

    static void publish(AccessKey key) {
        PRODUCER.send(new ProducerRecord<>(Topics.KEYS, bytes(key.recordKey()), ProtocolCodec.encode(key)));
    }

    static long publish(RunResults results) {
        boolean deltasOnly = results.results().stream().allMatch(r -> "message.delta".equals(r.type()));
        return publish(
                ConversationPartitioner.of(results.conversationKey()),
                results.runId().toString(),
                ProtocolCodec.encode(results),
                deltasOnly ? Map.of(CloudEventHeaders.DELTAS_ONLY, "true") : Map.of());
    }

    static long publish(int partition, String key, byte[] value, Map<String, String> headers) {
        return publish(Topics.RUN_RESULTS, partition, key, value, headers);
    }

    static void publishTo(String topic, int partition, String key, byte[] value) {
        publish(topic, partition, key, value, Map.of());
    }

    private static long publish(String topic, int partition, String key, byte[] value, Map<String, String> headers) {
        var topicRecord = new ProducerRecord<>(topic, partition, bytes(key), value);
        headers.forEach((name, text) -> topicRecord.headers().add(name, bytes(text)));
        try {
            return PRODUCER.send(topicRecord).get().offset();
        } catch (Exception e) {
            throw new IllegalStateException(e);
        }
    }

    /** Without waiting for the broker. */
    static void send(RunResults results) {
        boolean deltasOnly = results.results().stream().allMatch(r -> "message.delta".equals(r.type()));
        var topicRecord = new ProducerRecord<>(
                Topics.RUN_RESULTS,
                ConversationPartitioner.of(results.conversationKey()),
                bytes(results.runId().toString()),
                ProtocolCodec.encode(results));
        if (deltasOnly) {
            topicRecord.headers().add(CloudEventHeaders.DELTAS_ONLY, bytes("true"));
        }
        PRODUCER.send(topicRecord);
    }

    /** The records that are meant, once they are enough. */
    static List<ConsumerRecord<byte[], byte[]>> awaitAll(
            String topic,
            Predicate<ConsumerRecord<byte[], byte[]>> meant,
            Predicate<List<ConsumerRecord<byte[], byte[]>>> enough) {
        return await(topic, meant, enough);
    }

    /** The first n records of a topic that are meant. */
    static List<ConsumerRecord<byte[], byte[]>> await(
            String topic, int n, Predicate<ConsumerRecord<byte[], byte[]>> meant) {
        return await(topic, meant, found -> found.size() >= n);
    }

    /** The records that are meant, until n of them have different ids. */
    static List<ConsumerRecord<byte[], byte[]>> awaitDistinct(
            String topic, int n, Predicate<ConsumerRecord<byte[], byte[]>> meant) {
        return await(
                topic,
                meant,
                found -> found.stream().map(r -> header(r, "ce_id")).distinct().count() >= n);
    }

    private static List<ConsumerRecord<byte[], byte[]>> await(
            String topic,
            Predicate<ConsumerRecord<byte[], byte[]>> meant,
            Predicate<List<ConsumerRecord<byte[], byte[]>>> enough) {
        try (var consumer = new KafkaConsumer<>(
                Map.<String, Object>of(
                        "bootstrap.servers", KafkaTestBroker.bootstrapServers(), "auto.offset.reset", "earliest"),
                new ByteArrayDeserializer(),
                new ByteArrayDeserializer())) {
            var partitions = consumer.partitionsFor(topic).stream()
                    .map(p -> new TopicPartition(topic, p.partition()))
                    .toList();
            consumer.assign(partitions);
            consumer.seekToBeginning(partitions);
            List<ConsumerRecord<byte[], byte[]>> found = new ArrayList<>();
            Awaitility.await()
                    .atMost(Duration.ofSeconds(40))
                    .pollDelay(Duration.ZERO)
                    .until(() -> {
                        consumer.poll(Duration.ofMillis(200)).forEach(r -> {
                            if (meant.test(r)) {
                                found.add(r);
                            }
                        });
                        return enough.test(found);
                    });
            return found;
        }
    }

    static String header(ConsumerRecord<?, ?> topicRecord, String name) {
        var header = topicRecord.headers().lastHeader(name);
        return header == null ? "" : new String(header.value(), StandardCharsets.UTF_8);
    }

    private static byte[] bytes(String text) {
        return text.getBytes(StandardCharsets.UTF_8);
    }
}
