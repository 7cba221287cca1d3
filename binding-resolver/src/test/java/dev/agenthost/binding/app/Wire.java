package dev.agenthost.binding.app;

import dev.agenthost.local.test.KafkaResource;
import dev.agenthost.protocol.event.EventEnvelope;
import dev.agenthost.protocol.id.EventId;
import dev.agenthost.protocol.json.ProtocolCodec;
import dev.agenthost.protocol.json.UndecodableException;
import dev.agenthost.protocol.run.Resolution;
import dev.agenthost.protocol.topic.CloudEventHeaders;
import dev.agenthost.protocol.topic.RecordPosition;
import dev.agenthost.protocol.topic.Topics;
import java.nio.charset.StandardCharsets;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.function.Predicate;
import org.apache.kafka.clients.consumer.ConsumerRecord;
import org.apache.kafka.clients.consumer.KafkaConsumer;
import org.apache.kafka.clients.producer.KafkaProducer;
import org.apache.kafka.clients.producer.ProducerRecord;
import org.apache.kafka.common.TopicPartition;
import org.apache.kafka.common.serialization.ByteArrayDeserializer;
import org.apache.kafka.common.serialization.ByteArraySerializer;
import org.apache.kafka.common.serialization.StringDeserializer;
import org.apache.kafka.common.serialization.StringSerializer;
import org.awaitility.Awaitility;

/** Both ends of the service on Kafka. */
final class Wire implements AutoCloseable {
    private final KafkaProducer<String, byte[]> producer = new KafkaProducer<>(
            Map.of("bootstrap.servers", KafkaResource.bootstrapServers(), "linger.ms", 0),
            new StringSerializer(),
            new ByteArraySerializer());
    private final KafkaConsumer<String, byte[]> consumer = new KafkaConsumer<>(
            Map.of("bootstrap.servers", KafkaResource.bootstrapServers()),
            new StringDeserializer(),
            new ByteArrayDeserializer());
    private final List<ConsumerRecord<String, byte[]>> seen = new ArrayList<>();

    Wire(String... topics) {
        List<TopicPartition> all = new ArrayList<>();
        for (String topic : topics) {
            consumer.partitionsFor(topic).forEach(p -> all.add(new TopicPartition(topic, p.partition())));
        }
        consumer.assign(all);
        consumer.seekToEnd(all);
        all.forEach(consumer::position);
    }

    RecordPosition send(EventEnvelope event) {
        return send(event, ProtocolCodec.encode(event));
    }

    /** Other bytes at the event's place. */
    RecordPosition send(EventEnvelope event, byte[] value) {
        var key = event.conversationKey();
        ProducerRecord<String, byte[]> record =
                new ProducerRecord<>(Topics.EVENTS, key.partition(), key.value(), value);
        CloudEventHeaders.of(
                        CloudEventHeaders.EVENT_TYPE,
                        event.eventId().toString(),
                        "event-gateway",
                        event.receivedAt(),
                        event.workspaceId(),
                        "00-0af7651916cd43dd8448eb211c80319c-b7ad6b7169203331-01")
                .forEach((name, text) -> record.headers().add(name, text.getBytes(StandardCharsets.UTF_8)));
        try {
            var stored = producer.send(record).get();
            return new RecordPosition(Topics.EVENTS, stored.partition(), stored.offset());
        } catch (Exception e) {
            throw new IllegalStateException(e);
        }
    }

    /** The resolutions of an event that have come so far, at least so many of them. */
    List<Resolution> await(EventId event, int atLeast) {
        Awaitility.await()
                .atMost(Duration.ofSeconds(20))
                .until(() -> resolutions(event).size() >= atLeast);
        return resolutions(event);
    }

    Resolution await(EventEnvelope event) {
        return await(event.eventId(), 1).getFirst();
    }

    List<Resolution> resolutions(EventId event) {
        return all(Topics.RUN_REQUESTS).stream()
                .map(Wire::resolution)
                .filter(resolution -> resolution.event().eventId().equals(event))
                .toList();
    }

    List<ConsumerRecord<String, byte[]>> all(String topic) {
        consumer.poll(Duration.ofMillis(50)).forEach(seen::add);
        return seen.stream().filter(record -> record.topic().equals(topic)).toList();
    }

    ConsumerRecord<String, byte[]> await(String topic, Predicate<ConsumerRecord<String, byte[]>> wanted) {
        Awaitility.await().atMost(Duration.ofSeconds(20)).until(() -> all(topic).stream()
                .anyMatch(wanted));
        return all(topic).stream().filter(wanted).findFirst().orElseThrow();
    }

    static String header(ConsumerRecord<?, ?> record, String name) {
        var header = record.headers().lastHeader(name);
        return header == null ? null : new String(header.value(), StandardCharsets.UTF_8);
    }

    static Resolution resolution(ConsumerRecord<String, byte[]> record) {
        try {
            return ProtocolCodec.decode(record.value(), Resolution.class);
        } catch (UndecodableException e) {
            throw new IllegalStateException(e);
        }
    }

    @Override
    public void close() {
        producer.close();
        consumer.close();
    }
}
