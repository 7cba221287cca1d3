package dev.agenthost.delivery.app;

import dev.agenthost.protocol.bot.BotRegistration;
import dev.agenthost.protocol.json.ProtocolCodec;
import dev.agenthost.protocol.result.RunResults;
import dev.agenthost.protocol.security.AccessKey;
import dev.agenthost.protocol.topic.CloudEventHeaders;
import dev.agenthost.protocol.topic.ConversationPartitioner;
import dev.agenthost.protocol.topic.Topics;
import dev.agenthost.testkit.TopicConsumer;
import dev.agenthost.testkit.TopicProducer;
import java.nio.charset.StandardCharsets;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.function.Predicate;
import org.apache.kafka.clients.consumer.ConsumerRecord;
import org.apache.kafka.clients.producer.ProducerRecord;

/** Writes results as the orchestrator does, and reads what delivery-service writes. */
final class DeliveryTopics {
    private static final TopicProducer PRODUCER = new TopicProducer();

    private DeliveryTopics() {}

    static void publish(AccessKey key) {
        PRODUCER.send(new ProducerRecord<>(
                Topics.KEYS, key.recordKey().getBytes(StandardCharsets.UTF_8), ProtocolCodec.encode(key)));
    }

    static void publish(BotRegistration bot) {
        PRODUCER.send(new ProducerRecord<>(
                Topics.BOTS, bot.recordKey().getBytes(StandardCharsets.UTF_8), ProtocolCodec.encode(bot)));
    }

    static long publish(RunResults results) {
        return PRODUCER.publish(record(results)).offset();
    }

    static long publish(int partition, String key, byte[] value, Map<String, String> headers) {
        return PRODUCER.publish(TopicProducer.record(Topics.RUN_RESULTS, partition, key, value, headers))
                .offset();
    }

    static void publishTo(String topic, int partition, String key, byte[] value) {
        PRODUCER.publish(TopicProducer.record(topic, partition, key, value, Map.of()));
    }

    /** Without waiting for the broker. */
    static void send(RunResults results) {
        PRODUCER.send(record(results));
    }

    private static ProducerRecord<byte[], byte[]> record(RunResults results) {
        boolean deltasOnly = results.results().stream().allMatch(r -> "message.delta".equals(r.type()));
        return TopicProducer.record(
                Topics.RUN_RESULTS,
                ConversationPartitioner.of(results.conversationKey()),
                results.runId().toString(),
                ProtocolCodec.encode(results),
                deltasOnly ? Map.of(CloudEventHeaders.DELTAS_ONLY, "true") : Map.of());
    }

    /** Returns the matching records, once there are enough. */
    static List<ConsumerRecord<byte[], byte[]>> awaitAll(
            String topic,
            Predicate<ConsumerRecord<byte[], byte[]>> matching,
            Predicate<List<ConsumerRecord<byte[], byte[]>>> enough) {
        try (TopicConsumer consumer = TopicConsumer.fromStart(topic)) {
            return consumer.await(matching, enough);
        }
    }

    /** Returns the first n matching records of a topic. */
    static List<ConsumerRecord<byte[], byte[]>> await(
            String topic, int n, Predicate<ConsumerRecord<byte[], byte[]>> matching) {
        return awaitAll(topic, matching, found -> found.size() >= n);
    }

    /** Returns the matching records, until n of them have different ids. */
    static List<ConsumerRecord<byte[], byte[]>> awaitDistinct(
            String topic, int n, Predicate<ConsumerRecord<byte[], byte[]>> matching) {
        return awaitAll(
                topic,
                matching,
                found -> found.stream().map(r -> header(r, "ce_id")).distinct().count() >= n);
    }

    /** The text of a header; empty if the record has none of that name. */
    static String header(ConsumerRecord<?, ?> topicRecord, String name) {
        return Objects.requireNonNullElse(TopicConsumer.header(topicRecord, name), "");
    }
}
