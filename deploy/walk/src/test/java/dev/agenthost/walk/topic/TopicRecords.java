package dev.agenthost.walk.topic;

import dev.agenthost.protocol.topic.DeadLetterHeaders;
import java.nio.charset.StandardCharsets;
import java.time.Duration;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import org.apache.kafka.clients.consumer.ConsumerRecord;
import org.apache.kafka.clients.consumer.KafkaConsumer;
import org.apache.kafka.common.TopicPartition;
import org.apache.kafka.common.serialization.ByteArrayDeserializer;

/** Reads all records on the topics of a broker. */
public final class TopicRecords {

    private TopicRecords() {}

    /** Every record of every topic of Agent Host, by topic. */
    public static Map<String, List<ConsumerRecord<byte[], byte[]>>> all(String broker) {
        Map<String, List<ConsumerRecord<byte[], byte[]>>> found = new HashMap<>();
        try (var consumer = new KafkaConsumer<>(
                Map.<String, Object>of("bootstrap.servers", broker),
                new ByteArrayDeserializer(),
                new ByteArrayDeserializer())) {
            List<TopicPartition> partitions = new ArrayList<>();
            consumer.listTopics().forEach((topic, parts) -> {
                if (topic.startsWith("agent.")) {
                    parts.forEach(part -> partitions.add(new TopicPartition(topic, part.partition())));
                }
            });
            consumer.assign(partitions);
            consumer.seekToBeginning(partitions);
            var ends = consumer.endOffsets(partitions);
            while (ends.entrySet().stream().anyMatch(end -> consumer.position(end.getKey()) < end.getValue())) {
                for (var record : consumer.poll(Duration.ofMillis(200))) {
                    found.computeIfAbsent(record.topic(), topic -> new ArrayList<>())
                            .add(record);
                }
            }
        }
        return found;
    }

    public static Map<String, String> headers(ConsumerRecord<byte[], byte[]> record) {
        Map<String, String> headers = new HashMap<>();
        record.headers()
                .forEach(header -> headers.put(header.key(), new String(header.value(), StandardCharsets.UTF_8)));
        return headers;
    }

    public static String header(ConsumerRecord<byte[], byte[]> record, String name) {
        return headers(record).getOrDefault(name, "");
    }

    /** The position of the record that became a dead letter. */
    public static String source(ConsumerRecord<byte[], byte[]> letter) {
        return header(letter, DeadLetterHeaders.TOPIC) + "/" + header(letter, DeadLetterHeaders.PARTITION) + "@"
                + header(letter, DeadLetterHeaders.OFFSET);
    }
}
