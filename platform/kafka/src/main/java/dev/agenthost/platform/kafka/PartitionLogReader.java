package dev.agenthost.platform.kafka;

import java.time.Duration;
import java.util.Collection;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.TimeoutException;
import java.util.function.Function;
import java.util.stream.Collectors;
import org.apache.kafka.clients.admin.Admin;
import org.apache.kafka.clients.admin.AdminClientConfig;
import org.apache.kafka.clients.admin.ListOffsetsResult.ListOffsetsResultInfo;
import org.apache.kafka.clients.admin.OffsetSpec;
import org.apache.kafka.common.KafkaException;
import org.apache.kafka.common.KafkaFuture;
import org.apache.kafka.common.TopicPartition;

/** Reads the broker's logs of partitions, with a short-lived client. */
public final class PartitionLogReader
        implements Function<Collection<TopicPartition>, Map<TopicPartition, PartitionLog>> {
    private static final int TIMEOUT_MILLIS = 5_000;

    private final Map<String, Object> settings;

    /** @param broker the client settings of Kafka */
    public PartitionLogReader(Map<String, Object> broker) {
        settings = new HashMap<>(broker);
        settings.keySet().retainAll(AdminClientConfig.configNames());
        settings.put(AdminClientConfig.CLIENT_ID_CONFIG, "agenthost-partition-logs");
        settings.put(AdminClientConfig.REQUEST_TIMEOUT_MS_CONFIG, TIMEOUT_MILLIS);
        settings.put(AdminClientConfig.DEFAULT_API_TIMEOUT_MS_CONFIG, TIMEOUT_MILLIS);
    }

    /** @throws KafkaException if the broker does not answer, or a topic does not exist */
    @Override
    public Map<TopicPartition, PartitionLog> apply(Collection<TopicPartition> partitions) {
        List<String> topics =
                partitions.stream().map(TopicPartition::topic).distinct().toList();
        Admin admin = Admin.create(settings);
        try {
            var described = admin.describeTopics(topics).allTopicNames();
            var beginnings = offsets(admin, partitions, OffsetSpec.earliest());
            var ends = offsets(admin, partitions, OffsetSpec.latest());
            Map<TopicPartition, PartitionLog> logs = new HashMap<>();
            for (TopicPartition partition : partitions) {
                logs.put(
                        partition,
                        new PartitionLog(
                                of(described, partition.topic()).topicId().toString(),
                                of(beginnings, partition).offset(),
                                of(ends, partition).offset()));
            }
            return logs;
        } finally {
            admin.close(Duration.ZERO);
        }
    }

    private static KafkaFuture<Map<TopicPartition, ListOffsetsResultInfo>> offsets(
            Admin admin, Collection<TopicPartition> partitions, OffsetSpec spec) {
        return admin.listOffsets(partitions.stream().collect(Collectors.toMap(partition -> partition, any -> spec)))
                .all();
    }

    private static <K, V> V of(KafkaFuture<Map<K, V>> answer, K key) {
        try {
            return Objects.requireNonNull(
                    answer.get(2L * TIMEOUT_MILLIS, TimeUnit.MILLISECONDS).get(key));
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
            throw new KafkaException(e);
        } catch (ExecutionException | TimeoutException e) {
            throw new KafkaException(e);
        }
    }
}
