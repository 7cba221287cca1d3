package dev.agenthost.delivery.stream.kafka;

import dev.agenthost.platform.kafka.PartitionLogReader;
import io.smallrye.common.annotation.Identifier;
import jakarta.enterprise.context.ApplicationScoped;
import java.util.HashMap;
import java.util.Map;
import org.apache.kafka.clients.consumer.ConsumerConfig;
import org.apache.kafka.clients.consumer.KafkaConsumer;
import org.apache.kafka.common.serialization.ByteArrayDeserializer;

/** Makes consumers without a group: they are assigned partitions and offsets, and commit nothing. */
@ApplicationScoped
class ResultConsumers {

    private final Map<String, Object> connection;

    ResultConsumers(@Identifier("default-kafka-broker") Map<String, Object> connection) {
        this.connection = connection;
    }

    /**
     * @param waitMillis time for which the broker may hold an empty fetch: long for the tail, short for replays, because a held fetch
     * delays the next reader of the same consumer
     */
    KafkaConsumer<byte[], byte[]> make(String clientId, int waitMillis) {
        Map<String, Object> config = new HashMap<>(connection);
        config.remove(ConsumerConfig.GROUP_ID_CONFIG);
        config.put(ConsumerConfig.CLIENT_ID_CONFIG, clientId);
        config.put(ConsumerConfig.ENABLE_AUTO_COMMIT_CONFIG, false);
        config.put(ConsumerConfig.ALLOW_AUTO_CREATE_TOPICS_CONFIG, false);
        // A deleted offset is an outcome for the caller; the consumer must not jump to another one.
        config.put(ConsumerConfig.AUTO_OFFSET_RESET_CONFIG, "none");
        config.put(ConsumerConfig.FETCH_MIN_BYTES_CONFIG, 1);
        config.put(ConsumerConfig.FETCH_MAX_WAIT_MS_CONFIG, waitMillis);
        config.put(ConsumerConfig.MAX_POLL_RECORDS_CONFIG, 2000);
        config.put(ConsumerConfig.RECONNECT_BACKOFF_MAX_MS_CONFIG, 1000);
        return new KafkaConsumer<>(config, new ByteArrayDeserializer(), new ByteArrayDeserializer());
    }

    /** Returns a reader of the logs' first and last offsets. */
    PartitionLogReader logs() {
        return new PartitionLogReader(connection);
    }
}
