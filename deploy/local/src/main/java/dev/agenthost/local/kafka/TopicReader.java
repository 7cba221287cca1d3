package dev.agenthost.local.kafka;

import dev.agenthost.local.check.TopicRecord;
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
import org.apache.kafka.common.KafkaException;
import org.apache.kafka.common.TopicPartition;
import org.apache.kafka.common.serialization.ByteArrayDeserializer;

/** Reads a topic without leaving a trace on it: no group, no offsets, no topic made by asking for it. */
public final class TopicReader implements AutoCloseable {

    private static final int PATIENCE_MILLIS = 10_000;
    private static final Duration POLL = Duration.ofMillis(200);
    private static final List<String> OF_A_GROUP = List.of(
            ConsumerConfig.GROUP_ID_CONFIG,
            ConsumerConfig.GROUP_INSTANCE_ID_CONFIG,
            ConsumerConfig.GROUP_PROTOCOL_CONFIG,
            ConsumerConfig.GROUP_REMOTE_ASSIGNOR_CONFIG);

    private final KafkaConsumer<byte[], byte[]> consumer;
    private final List<TopicPartition> partitions;

    private TopicReader(KafkaConsumer<byte[], byte[]> consumer, List<TopicPartition> partitions) {
        this.consumer = consumer;
        this.partitions = partitions;
    }

    /**
     * Opens a topic; empty if there is none of that name.
     *
     * @param settings of the client; they override its defaults, but not the settings that this reader needs
     * @throws IllegalArgumentException if no client can be made of the settings; its message names the setting, and no secret
     *     value
     * @throws KafkaException if the broker does not answer
     * @throws OutOfMemoryError if the broker uses TLS and the client does not: it takes the first bytes for a length (KAFKA-4090)
     */
    public static Optional<TopicReader> open(String bootstrapServers, Map<String, String> settings, String topic) {
        var consumer = consumer(bootstrapServers, settings);
        try {
            var partitions = consumer.partitionsFor(topic).stream()
                    .map(partition -> new TopicPartition(topic, partition.partition()))
                    .toList();
            if (!partitions.isEmpty()) {
                consumer.assign(partitions);
                return Optional.of(new TopicReader(consumer, partitions));
            }
        } catch (RuntimeException | OutOfMemoryError e) {
            consumer.close();
            throw e;
        }
        consumer.close();
        return Optional.empty();
    }

    private static KafkaConsumer<byte[], byte[]> consumer(String bootstrapServers, Map<String, String> settings) {
        var all = new HashMap<String, Object>();
        all.put(ConsumerConfig.DEFAULT_API_TIMEOUT_MS_CONFIG, PATIENCE_MILLIS);
        all.put(ConsumerConfig.REQUEST_TIMEOUT_MS_CONFIG, PATIENCE_MILLIS / 2);
        all.putAll(settings);
        all.keySet().removeAll(OF_A_GROUP);
        all.put(ConsumerConfig.BOOTSTRAP_SERVERS_CONFIG, bootstrapServers);
        all.put(ConsumerConfig.ALLOW_AUTO_CREATE_TOPICS_CONFIG, false);
        all.put(ConsumerConfig.ENABLE_AUTO_COMMIT_CONFIG, false);
        try {
            return new KafkaConsumer<>(all, new ByteArrayDeserializer(), new ByteArrayDeserializer());
        } catch (KafkaException e) {
            throw new IllegalArgumentException(deepestSentence(e), e);
        }
    }

    /** The deepest message that is a sentence: the outermost only reports a failed client, the deepest may be only a path. */
    private static String deepestSentence(Throwable failure) {
        var sentence = failure.toString();
        for (var why = failure; why != null; why = why.getCause()) {
            var parsed = why.getMessage();
            if (parsed != null && parsed.contains(" ")) {
                sentence = parsed;
            }
        }
        return sentence;
    }

    /** Reads from the first record there is. */
    public void fromBeginning() {
        consumer.seekToBeginning(partitions);
    }

    /** Seeks to this number of records before the end of each partition. */
    public void last(long count) {
        var first = consumer.beginningOffsets(partitions);
        consumer.endOffsets(partitions)
                .forEach((partition, end) ->
                        consumer.seek(partition, Math.max(first.getOrDefault(partition, 0L), end - count)));
    }

    /** Reads up to the current end of each partition, in the order of each partition. */
    public void untilNow(Consumer<TopicRecord> each) {
        var ends = consumer.endOffsets(partitions);
        while (ends.entrySet().stream().anyMatch(end -> consumer.position(end.getKey()) < end.getValue())) {
            consumer.poll(POLL).forEach(record -> each.accept(read(record)));
        }
    }

    /** Reads new records while {@code isWanted} returns true. */
    public void follow(BooleanSupplier isWanted, Consumer<TopicRecord> each) {
        while (isWanted.getAsBoolean()) {
            consumer.poll(POLL).forEach(record -> each.accept(read(record)));
        }
    }

    private static TopicRecord read(ConsumerRecord<byte[], byte[]> record) {
        var headers = new HashMap<String, String>();
        record.headers().forEach(header -> {
            if (header.value() != null) {
                headers.put(header.key(), new String(header.value(), StandardCharsets.UTF_8));
            }
        });
        return new TopicRecord(
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
