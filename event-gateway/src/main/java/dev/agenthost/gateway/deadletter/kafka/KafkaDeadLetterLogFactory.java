package dev.agenthost.gateway.deadletter.kafka;

import dev.agenthost.gateway.deadletter.DeadLetterLog;
import dev.agenthost.gateway.deadletter.DeadLettersUnavailableException;
import dev.agenthost.gateway.deadletter.TopicOwners;
import java.time.Duration;
import java.util.HashMap;
import java.util.Map;
import org.apache.kafka.clients.consumer.ConsumerConfig;
import org.apache.kafka.clients.consumer.KafkaConsumer;
import org.apache.kafka.common.KafkaException;
import org.apache.kafka.common.serialization.ByteArrayDeserializer;

/** Opens a consumer for each request: operators ask rarely, and a consumer that nobody uses costs memory and connections. */
public final class KafkaDeadLetterLogFactory implements DeadLetterLog.Factory {
    private static final int FETCH_BYTES = 4 * 1024 * 1024;

    private final Map<String, Object> settings;
    private final DeadLetterDecoder decoder;
    private final Duration timeout;

    /**
     * @param broker how clients reach Kafka
     * @param timeout of one call to the broker
     */
    public KafkaDeadLetterLogFactory(Map<String, Object> broker, TopicOwners owners, Duration timeout) {
        this.settings = settings(broker, timeout);
        this.decoder = new DeadLetterDecoder(owners);
        this.timeout = timeout;
    }

    @Override
    public DeadLetterLog open() {
        try {
            return new KafkaDeadLetterLog(
                    new KafkaConsumer<>(settings, new ByteArrayDeserializer(), new ByteArrayDeserializer()),
                    decoder,
                    timeout);
        } catch (KafkaException failure) {
            throw new DeadLettersUnavailableException("Kafka does not answer now. Send the request again.", failure);
        }
    }

    private static Map<String, Object> settings(Map<String, Object> broker, Duration timeout) {
        Map<String, Object> settings = new HashMap<>(broker);
        settings.keySet().retainAll(ConsumerConfig.configNames());
        settings.remove(ConsumerConfig.GROUP_ID_CONFIG);
        settings.remove(ConsumerConfig.KEY_DESERIALIZER_CLASS_CONFIG);
        settings.remove(ConsumerConfig.VALUE_DESERIALIZER_CLASS_CONFIG);
        settings.put(ConsumerConfig.CLIENT_ID_CONFIG, "agenthost-dead-letters");
        settings.put(ConsumerConfig.ENABLE_AUTO_COMMIT_CONFIG, false);
        settings.put(ConsumerConfig.ALLOW_AUTO_CREATE_TOPICS_CONFIG, false);
        // A record that retention removed in the meantime is passed over.
        settings.put(ConsumerConfig.AUTO_OFFSET_RESET_CONFIG, "earliest");
        settings.put(ConsumerConfig.DEFAULT_API_TIMEOUT_MS_CONFIG, (int) timeout.toMillis());
        settings.put(ConsumerConfig.REQUEST_TIMEOUT_MS_CONFIG, (int) timeout.toMillis());
        settings.put(ConsumerConfig.FETCH_MAX_BYTES_CONFIG, FETCH_BYTES);
        settings.put(ConsumerConfig.MAX_PARTITION_FETCH_BYTES_CONFIG, FETCH_BYTES);
        return settings;
    }
}
