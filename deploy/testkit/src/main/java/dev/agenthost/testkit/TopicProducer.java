package dev.agenthost.testkit;

import dev.agenthost.protocol.topic.RecordPosition;
import dev.agenthost.protocol.topic.Topics;
import java.nio.charset.StandardCharsets;
import java.util.Map;
import java.util.concurrent.Future;
import java.util.concurrent.TimeUnit;
import org.apache.kafka.clients.producer.KafkaProducer;
import org.apache.kafka.clients.producer.ProducerRecord;
import org.apache.kafka.clients.producer.RecordMetadata;
import org.apache.kafka.common.serialization.ByteArraySerializer;
import org.jspecify.annotations.Nullable;

/** Sends records to {@link KafkaTestBroker}, each at once and as large as the product permits. */
public final class TopicProducer implements AutoCloseable {
    private static final int LONGEST_SECONDS = 20;

    private final KafkaProducer<byte[], byte[]> producer = new KafkaProducer<>(
            Map.of(
                    "bootstrap.servers",
                    KafkaTestBroker.bootstrapServers(),
                    "linger.ms",
                    0,
                    "max.request.size",
                    Topics.MAX_RECORD_BYTES),
            new ByteArraySerializer(),
            new ByteArraySerializer());

    /** Sends a record without waiting for the broker. */
    public Future<RecordMetadata> send(ProducerRecord<byte[], byte[]> record) {
        return producer.send(record);
    }

    /** Sends a record, and returns its position once the broker has stored it. */
    public RecordPosition publish(ProducerRecord<byte[], byte[]> record) {
        try {
            var stored = send(record).get(LONGEST_SECONDS, TimeUnit.SECONDS);
            return new RecordPosition(stored.topic(), stored.partition(), stored.offset());
        } catch (Exception e) {
            throw new IllegalStateException("the broker did not store a record of " + record.topic(), e);
        }
    }

    /** A record with text as its key and headers. */
    public static ProducerRecord<byte[], byte[]> record(
            String topic, int partition, @Nullable String key, byte[] value, Map<String, String> headers) {
        var record = new ProducerRecord<>(topic, partition, key == null ? null : bytes(key), value);
        headers.forEach((name, text) -> record.headers().add(name, bytes(text)));
        return record;
    }

    private static byte[] bytes(String text) {
        return text.getBytes(StandardCharsets.UTF_8);
    }

    @Override
    public void close() {
        producer.close();
    }
}
