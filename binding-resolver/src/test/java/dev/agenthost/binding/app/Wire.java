package dev.agenthost.binding.app;

import dev.agenthost.protocol.event.EventEnvelope;
import dev.agenthost.protocol.id.EventId;
import dev.agenthost.protocol.json.ProtocolCodec;
import dev.agenthost.protocol.json.UndecodableException;
import dev.agenthost.protocol.run.Resolution;
import dev.agenthost.protocol.topic.CloudEventHeaders;
import dev.agenthost.protocol.topic.RecordPosition;
import dev.agenthost.protocol.topic.Topics;
import dev.agenthost.testkit.KafkaTestBroker;
import java.nio.charset.StandardCharsets;
import java.time.Duration;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.concurrent.Callable;
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

/** The topics on both sides of the service. */
final class Wire implements AutoCloseable {
    private final KafkaProducer<String, byte[]> producer = new KafkaProducer<>(
            Map.of("bootstrap.servers", KafkaTestBroker.bootstrapServers(), "linger.ms", 0),
            new StringSerializer(),
            new ByteArraySerializer());
    private final KafkaConsumer<String, byte[]> consumer = new KafkaConsumer<>(
            Map.of("bootstrap.servers", KafkaTestBroker.bootstrapServers()),
            new StringDeserializer(),
            new ByteArrayDeserializer());
    private final List<ConsumerRecord<String, byte[]>> seen = new ArrayList<>();
    private final Map<EventId, List<Resolution>> resolutions = new HashMap<>();

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

    /** Sends other bytes in place of the event. */
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

    /** Returns the event's resolution, once it has arrived. */
    Resolution await(EventEnvelope event) {
        await(() -> !resolutions(event.eventId()).isEmpty());
        return resolutions(event.eventId()).getFirst();
    }

    /** Returns the event's resolutions that have arrived. */
    List<Resolution> resolutions(EventId event) {
        return resolutions.getOrDefault(event, List.of());
    }

    /** Returns the records that have arrived. */
    List<ConsumerRecord<String, byte[]>> all(String topic) {
        return seen.stream().filter(record -> record.topic().equals(topic)).toList();
    }

    ConsumerRecord<String, byte[]> await(String topic, Predicate<ConsumerRecord<String, byte[]>> wanted) {
        await(() -> all(topic).stream().anyMatch(wanted));
        return all(topic).stream().filter(wanted).findFirst().orElseThrow();
    }

    private void await(Callable<Boolean> condition) {
        Awaitility.await()
                .atMost(Duration.ofSeconds(20))
                .pollDelay(Duration.ZERO)
                .pollInterval(Duration.ofMillis(1))
                .pollInSameThread()
                .until(() -> condition.call() || poll() && condition.call());
    }

    private boolean poll() {
        consumer.poll(Duration.ofMillis(50)).forEach(record -> {
            seen.add(record);
            if (record.topic().equals(Topics.RUN_REQUESTS)) {
                Resolution resolution = resolution(record);
                resolutions
                        .computeIfAbsent(resolution.event().eventId(), id -> new ArrayList<>())
                        .add(resolution);
            }
        });
        return true;
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
