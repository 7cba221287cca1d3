package dev.agenthost.local.kafka;

import dev.agenthost.local.check.ReadRecord;
import dev.agenthost.protocol.topic.RecordPosition;
import java.nio.charset.StandardCharsets;
import java.time.Duration;
import java.time.Instant;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.function.BooleanSupplier;
import java.util.function.Consumer;
import org.apache.kafka.clients.consumer.ConsumerConfig;
import org.apache.kafka.clients.consumer.ConsumerRecord;
import org.apache.kafka.clients.consumer.KafkaConsumer;
import org.apache.kafka.common.TopicPartition;
import org.apache.kafka.common.serialization.ByteArrayDeserializer;

/** Reads a topic without leaving a trace on it: no group, no offsets, no topic made by asking for it. */
public final class TopicReader implements AutoCloseable {

    private static final int PATIENCE_MILLIS = 10_000;
    private static final Duration POLL = Duration.ofMillis(200);

    private final KafkaConsumer<byte[], byte[]> consumer;
    private final List<TopicPartition> partitions;

    private TopicReader(KafkaConsumer<byte[], byte[]> consumer, List<TopicPartition> partitions) {
        this.consumer = consumer;
        this.partitions = partitions;
    }

    /**
     * Opens a topic; empty when there is none of that name.
     *
     * @throws org.apache.kafka.common.KafkaException when the broker does not answer
     */
    public static Optional<TopicReader> open(String bootstrapServers, String topic) {
        var consumer = new KafkaConsumer<>(
                Map.<String, Object>of(
                        ConsumerConfig.BOOTSTRAP_SERVERS_CONFIG,
                        bootstrapServers,
                        ConsumerConfig.DEFAULT_API_TIMEOUT_MS_CONFIG,
                        PATIENCE_MILLIS,
                        ConsumerConfig.REQUEST_TIMEOUT_MS_CONFIG,
                        PATIENCE_MILLIS / 2,
                        ConsumerConfig.ALLOW_AUTO_CREATE_TOPICS_CONFIG,
                        false),
                new ByteArrayDeserializer(),
                new ByteArrayDeserializer());
        try {
            var partitions = consumer.partitionsFor(topic).stream()
                    .map(partition -> new TopicPartition(topic, partition.partition()))
                    .toList();
            if (!partitions.isEmpty()) {
                consumer.assign(partitions);
                return Optional.of(new TopicReader(consumer, partitions));
            }
        } catch (RuntimeException e) {
            consumer.close();
            throw e;
        }
        consumer.close();
        return Optional.empty();
    }

    /** Reads from the first record there is. */
    public void fromBeginning() {
        consumer.seekToBeginning(partitions);
    }

    /** Reads so many of the last records of each partition. */
    public void last(long count) {
        var first = consumer.beginningOffsets(partitions);
        consumer.endOffsets(partitions)
                .forEach((partition, end) ->
                        consumer.seek(partition, Math.max(first.getOrDefault(partition, 0L), end - count)));
    }

    /** Hands out what is there now, and what comes meanwhile, in the order of each partition. */
    public void untilNow(Consumer<ReadRecord> each) {
        var ends = consumer.endOffsets(partitions);
        while (ends.entrySet().stream().anyMatch(end -> consumer.position(end.getKey()) < end.getValue())) {
            consumer.poll(POLL).forEach(record -> each.accept(read(record)));
        }
    }

    /** Hands out what comes, until nobody wants more. */
    public void follow(BooleanSupplier isWanted, Consumer<ReadRecord> each) {
        while (isWanted.getAsBoolean()) {
            consumer.poll(POLL).forEach(record -> each.accept(read(record)));
        }
    }

    private static ReadRecord read(ConsumerRecord<byte[], byte[]> record) {
        var headers = new HashMap<String, String>();
        record.headers().forEach(header -> {
            if (header.value() != null) {
                headers.put(header.key(), new String(header.value(), StandardCharsets.UTF_8));
            }
        });
        return new ReadRecord(
                new RecordPosition(record.topic(), record.partition(), record.offset()),
                record.key() == null ? null : new String(record.key(), StandardCharsets.UTF_8),
                headers,
                record.value(),
                Instant.ofEpochMilli(Math.max(0, record.timestamp())));
    }

    @Override
    public void close() {
        consumer.close();
    }
}
