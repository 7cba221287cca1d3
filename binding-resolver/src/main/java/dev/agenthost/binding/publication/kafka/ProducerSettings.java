package dev.agenthost.binding.publication.kafka;

import dev.agenthost.protocol.topic.Topics;
import java.util.HashMap;
import java.util.Map;
import org.apache.kafka.clients.producer.ProducerConfig;

/**
 * Settings of a producer whose records never expire. An expired record that is sent again after its successor would reverse the order
 * of a conversation. While Kafka is unavailable, records wait in the producer.
 */
final class ProducerSettings {
    private ProducerSettings() {}

    /** @param broker the operator's Kafka settings: servers, security */
    static Map<String, Object> of(Map<String, Object> broker) {
        Map<String, Object> settings = new HashMap<>(broker);
        settings.keySet().removeIf(name -> !ProducerConfig.configNames().contains(name));
        settings.put(ProducerConfig.CLIENT_ID_CONFIG, "binding-resolver-records");
        settings.put(ProducerConfig.ACKS_CONFIG, "all");
        settings.put(ProducerConfig.ENABLE_IDEMPOTENCE_CONFIG, true);
        settings.put(ProducerConfig.LINGER_MS_CONFIG, 0);
        settings.put(ProducerConfig.DELIVERY_TIMEOUT_MS_CONFIG, Integer.MAX_VALUE);
        settings.put(ProducerConfig.MAX_BLOCK_MS_CONFIG, Long.MAX_VALUE);
        settings.put(ProducerConfig.REQUEST_TIMEOUT_MS_CONFIG, 5_000);
        settings.put(ProducerConfig.RECONNECT_BACKOFF_MAX_MS_CONFIG, 500);
        settings.put(ProducerConfig.RETRY_BACKOFF_MAX_MS_CONFIG, 500);
        // Records beyond a topic limit are refused before storage.
        settings.put(ProducerConfig.MAX_REQUEST_SIZE_CONFIG, 2 * Topics.MAX_RECORD_BYTES);
        return settings;
    }
}
