package dev.agenthost.platform.kafka;

import java.time.Duration;
import java.util.HashMap;
import java.util.Map;
import java.util.Set;
import org.apache.kafka.clients.consumer.ConsumerConfig;
import org.apache.kafka.clients.consumer.KafkaConsumer;
import org.apache.kafka.common.TopicPartition;
import org.apache.kafka.common.serialization.ByteArrayDeserializer;

/**
 * Reads the end offsets of partitions over its own connections. A broker serves the requests of one connection in order: on the connection
 * of a consumer, the response waits behind a fetch that may wait {@code fetch.max.wait.ms} for records.
 */
final class EndOffsetReader implements AutoCloseable {
    private static final Duration LIMIT = Duration.ofSeconds(2);

    private final KafkaConsumer<byte[], byte[]> client;

    /** @param configuration of a consumer of the same broker: its address and credentials */
    EndOffsetReader(Map<String, ?> configuration) {
        Map<String, Object> own = new HashMap<>(configuration);
        own.remove(ConsumerConfig.GROUP_ID_CONFIG);
        own.remove(ConsumerConfig.GROUP_INSTANCE_ID_CONFIG);
        own.put(ConsumerConfig.CLIENT_ID_CONFIG, "partition-ends");
        own.put(ConsumerConfig.ENABLE_AUTO_COMMIT_CONFIG, false);
        client = new KafkaConsumer<>(own, new ByteArrayDeserializer(), new ByteArrayDeserializer());
    }

    /** Returns the end offsets. Called by one thread at a time. */
    Map<TopicPartition, Long> of(Set<TopicPartition> partitions) {
        // The client warns of each requested partition that is not assigned to it.
        if (!client.assignment().equals(partitions)) {
            client.assign(partitions);
        }
        return client.endOffsets(partitions, LIMIT);
    }

    @Override
    public void close() {
        client.close(Duration.ZERO);
    }
}
