package dev.agenthost.bench.relay;

import java.util.Map;
import java.util.Properties;
import java.util.UUID;
import org.apache.kafka.clients.consumer.KafkaConsumer;
import org.apache.kafka.clients.producer.KafkaProducer;
import org.apache.kafka.common.serialization.ByteArrayDeserializer;
import org.apache.kafka.common.serialization.ByteArraySerializer;

/** Kafka clients with the settings of the services: every record acknowledged by all replicas, none delayed. */
public final class KafkaClients {
    private KafkaClients() {}

    public static KafkaProducer<byte[], byte[]> producer(String bootstrapServers) {
        return new KafkaProducer<>(
                with(bootstrapServers, Map.of("acks", "all", "linger.ms", "0")),
                new ByteArraySerializer(),
                new ByteArraySerializer());
    }

    /** A consumer in a group of its own, which reads records published after its first assignment. */
    public static KafkaConsumer<byte[], byte[]> consumer(String bootstrapServers) {
        return new KafkaConsumer<>(
                with(
                        bootstrapServers,
                        Map.of(
                                "group.id", "bench-" + UUID.randomUUID(),
                                "auto.offset.reset", "latest",
                                "auto.commit.interval.ms", "1000",
                                "session.timeout.ms", "6000",
                                "heartbeat.interval.ms", "2000")),
                new ByteArrayDeserializer(),
                new ByteArrayDeserializer());
    }

    private static Properties with(String bootstrapServers, Map<String, String> settings) {
        var properties = new Properties();
        properties.put("bootstrap.servers", bootstrapServers);
        properties.putAll(settings);
        return properties;
    }
}
