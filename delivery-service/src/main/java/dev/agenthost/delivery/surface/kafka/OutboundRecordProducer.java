package dev.agenthost.delivery.surface.kafka;

import dev.agenthost.protocol.topic.CloudEventHeaders;
import dev.agenthost.protocol.topic.ConversationPartitioner;
import dev.agenthost.protocol.topic.Topics;
import java.nio.charset.StandardCharsets;
import java.time.Duration;
import java.time.Instant;
import java.util.HashMap;
import java.util.Map;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CompletionStage;
import java.util.function.BooleanSupplier;
import org.apache.kafka.clients.producer.KafkaProducer;
import org.apache.kafka.clients.producer.Producer;
import org.apache.kafka.clients.producer.ProducerConfig;
import org.apache.kafka.clients.producer.ProducerRecord;
import org.apache.kafka.common.serialization.ByteArraySerializer;
import org.jspecify.annotations.Nullable;

/**
 * Publishes records on topics that operators created, with any number of partitions, in the partition of the
 * conversation. The lookup of partitions may block, so each record is sent on a virtual thread, and ends within the
 * given time.
 */
public final class OutboundRecordProducer implements AutoCloseable {

    private static final String SOURCE = "delivery-service";

    private final Producer<byte[], byte[]> producer;

    /**
     * @param kafka settings of the broker
     * @param timeout time after which an unacknowledged record never will be acknowledged
     */
    public OutboundRecordProducer(Map<String, Object> kafka, Duration timeout) {
        Map<String, Object> settings = new HashMap<>(kafka);
        int half = Math.max(1, (int) timeout.toMillis() / 2);
        settings.put(ProducerConfig.ACKS_CONFIG, "all");
        settings.put(ProducerConfig.ENABLE_IDEMPOTENCE_CONFIG, true);
        settings.put(ProducerConfig.LINGER_MS_CONFIG, 0);
        settings.put(ProducerConfig.MAX_REQUEST_SIZE_CONFIG, Topics.MAX_RECORD_BYTES);
        settings.put(ProducerConfig.MAX_BLOCK_MS_CONFIG, half);
        settings.put(ProducerConfig.REQUEST_TIMEOUT_MS_CONFIG, half);
        settings.put(ProducerConfig.DELIVERY_TIMEOUT_MS_CONFIG, half);
        this.producer = new KafkaProducer<>(settings, new ByteArraySerializer(), new ByteArraySerializer());
    }

    /** The CloudEvent attributes of a record. */
    record Head(
            String type,
            String id,
            Instant time,
            String workspaceId,
            @Nullable String traceparent) {}

    /**
     * Completes with true when the broker has the record; with false if it was withheld.
     *
     * @param maySend checked directly before sending
     */
    CompletionStage<Boolean> publish(
            String topic, String conversationKey, Head head, byte[] body, BooleanSupplier maySend) {
        CompletableFuture<Boolean> acknowledged = new CompletableFuture<>();
        Thread.ofVirtual().name("outbound").start(() -> {
            try {
                ProducerRecord<byte[], byte[]> record = record(topic, conversationKey, head, body);
                if (!maySend.getAsBoolean()) {
                    acknowledged.complete(false);
                    return;
                }
                producer.send(record, (metadata, failure) -> {
                    if (failure == null) {
                        acknowledged.complete(true);
                    } else {
                        acknowledged.completeExceptionally(failure);
                    }
                });
            } catch (RuntimeException failure) {
                acknowledged.completeExceptionally(failure);
            }
        });
        return acknowledged;
    }

    private ProducerRecord<byte[], byte[]> record(String topic, String conversationKey, Head head, byte[] body) {
        int partitions = producer.partitionsFor(topic).size();
        ProducerRecord<byte[], byte[]> record = new ProducerRecord<>(
                topic,
                ConversationPartitioner.of(conversationKey, partitions),
                conversationKey.getBytes(StandardCharsets.UTF_8),
                body);
        CloudEventHeaders.of(head.type(), head.id(), SOURCE, head.time(), head.workspaceId(), head.traceparent())
                .forEach((name, value) -> record.headers().add(name, value.getBytes(StandardCharsets.UTF_8)));
        return record;
    }

    @Override
    public void close() {
        producer.close(Duration.ofSeconds(2));
    }
}
