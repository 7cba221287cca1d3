package dev.agenthost.local.kafka;

import dev.agenthost.testkit.kafka.KafkaLogLevels;
import java.time.Duration;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.TreeMap;
import org.apache.kafka.clients.consumer.ConsumerConfig;
import org.apache.kafka.clients.consumer.KafkaConsumer;
import org.apache.kafka.common.KafkaException;
import org.apache.kafka.common.TopicPartition;
import org.apache.kafka.common.serialization.ByteArrayDeserializer;

/** Counts the records in the topics of dead letters. */
public final class DeadLetterTopics {
    private static final String SUFFIX = ".dlq";
    private static final Duration LIMIT = Duration.ofSeconds(2);

    private DeadLetterTopics() {}

    /** The number of records by topic, without empty topics; empty if the broker does not answer. */
    public static Optional<Map<String, Long>> counts(String bootstrapServers) {
        KafkaLogLevels.nothing();
        Map<String, Object> settings = Map.of(
                ConsumerConfig.BOOTSTRAP_SERVERS_CONFIG,
                bootstrapServers,
                ConsumerConfig.ALLOW_AUTO_CREATE_TOPICS_CONFIG,
                false,
                ConsumerConfig.ENABLE_AUTO_COMMIT_CONFIG,
                false);
        var client = new KafkaConsumer<>(settings, new ByteArrayDeserializer(), new ByteArrayDeserializer());
        try {
            List<TopicPartition> partitions = client.listTopics(LIMIT).entrySet().stream()
                    .filter(topic -> topic.getKey().endsWith(SUFFIX))
                    .flatMap(topic -> topic.getValue().stream())
                    .map(partition -> new TopicPartition(partition.topic(), partition.partition()))
                    .toList();
            Map<TopicPartition, Long> begins = client.beginningOffsets(partitions, LIMIT);
            Map<String, Long> counts = new TreeMap<>();
            client.endOffsets(partitions, LIMIT).forEach((partition, end) -> {
                long records = end - begins.getOrDefault(partition, end);
                if (records > 0) {
                    counts.merge(partition.topic(), records, Long::sum);
                }
            });
            return Optional.of(counts);
        } catch (KafkaException away) {
            return Optional.empty();
        } finally {
            client.close(Duration.ZERO);
        }
    }
}
