package dev.agenthost.walk.store;

import dev.agenthost.protocol.json.ProtocolCodec;
import dev.agenthost.protocol.topic.CloudEventHeaders;
import dev.agenthost.protocol.topic.ConversationKey;
import dev.agenthost.protocol.topic.RecordPosition;
import java.nio.charset.StandardCharsets;
import java.util.List;
import java.util.Map;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.Future;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.TimeoutException;
import java.util.concurrent.atomic.AtomicLong;
import org.apache.kafka.clients.producer.KafkaProducer;
import org.apache.kafka.clients.producer.ProducerRecord;
import org.apache.kafka.clients.producer.RecordMetadata;
import org.apache.kafka.common.header.Header;
import org.apache.kafka.common.header.internals.RecordHeader;
import org.apache.kafka.common.serialization.ByteArraySerializer;

/** Publishes records as the other services do, and counts them. */
final class EventWriter implements AutoCloseable {

    private static final int SECONDS = 30;

    private final KafkaProducer<byte[], byte[]> producer;
    private final AtomicLong written = new AtomicLong();

    EventWriter(String broker) {
        producer = new KafkaProducer<>(
                Map.of("bootstrap.servers", broker), new ByteArraySerializer(), new ByteArraySerializer());
    }

    /** A record that is being sent. */
    record Written(Future<RecordMetadata> sent) {
        /** Waits until the record is stored, and returns its position. */
        RecordPosition position() {
            try {
                var there = sent.get(SECONDS, TimeUnit.SECONDS);
                return new RecordPosition(there.topic(), there.partition(), there.offset());
            } catch (InterruptedException | ExecutionException | TimeoutException e) {
                throw new IllegalStateException(e);
            }
        }
    }

    Written write(String topic, ConversationKey key, Object value) {
        return send(topic, key.partition(), ProtocolCodec.encode(value), List.of());
    }

    /** Publishes results that are only deltas, which a consumer that stores none skips. */
    void writeDeltas(String topic, ConversationKey key, Object value) {
        var mark = new RecordHeader(CloudEventHeaders.DELTAS_ONLY, "true".getBytes(StandardCharsets.UTF_8));
        send(topic, key.partition(), ProtocolCodec.encode(value), List.of(mark));
    }

    /** Publishes an unreadable record. */
    void scrawl(String topic, int partition) {
        send(topic, partition, "{".getBytes(StandardCharsets.UTF_8), List.of());
    }

    /** The number of records so far. */
    long written() {
        return written.get();
    }

    private Written send(String topic, int partition, byte[] value, List<Header> headers) {
        var sent = producer.send(new ProducerRecord<>(topic, partition, null, null, value, headers));
        written.incrementAndGet();
        return new Written(sent);
    }

    /** Returns when the broker has stored all records. */
    void flush() {
        producer.flush();
    }

    @Override
    public void close() {
        producer.close();
    }
}
