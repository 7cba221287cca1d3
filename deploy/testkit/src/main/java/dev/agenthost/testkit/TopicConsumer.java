package dev.agenthost.testkit;

import dev.agenthost.protocol.event.EventEnvelope;
import dev.agenthost.protocol.json.ProtocolCodec;
import dev.agenthost.protocol.json.UndecodableException;
import java.nio.charset.StandardCharsets;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.function.Predicate;
import org.apache.kafka.clients.consumer.ConsumerRecord;
import org.apache.kafka.clients.consumer.KafkaConsumer;
import org.apache.kafka.common.TopicPartition;
import org.apache.kafka.common.serialization.ByteArrayDeserializer;
import org.awaitility.Awaitility;
import org.jspecify.annotations.Nullable;

/** Reads all partitions of a topic of {@link KafkaTestBroker} from a position on; not safe for several threads. */
public final class TopicConsumer implements AutoCloseable {
    private static final Duration POLL = Duration.ofMillis(50);
    private static final Duration LONGEST = Duration.ofSeconds(60);

    private final KafkaConsumer<byte[], byte[]> consumer;
    private final List<ConsumerRecord<byte[], byte[]>> records = new ArrayList<>();

    private TopicConsumer(String topic) {
        consumer = new KafkaConsumer<>(
                Map.of("bootstrap.servers", KafkaTestBroker.bootstrapServers()),
                new ByteArrayDeserializer(),
                new ByteArrayDeserializer());
        consumer.assign(consumer.partitionsFor(topic).stream()
                .map(partition -> new TopicPartition(topic, partition.partition()))
                .toList());
    }

    /** Opens the topic at its current end. */
    public static TopicConsumer fromNow(String topic) {
        var opened = new TopicConsumer(topic);
        opened.consumer.seekToEnd(opened.consumer.assignment());
        opened.consumer.assignment().forEach(opened.consumer::position);
        return opened;
    }

    /** Opens the topic at its start. */
    public static TopicConsumer fromStart(String topic) {
        var opened = new TopicConsumer(topic);
        opened.consumer.seekToBeginning(opened.consumer.assignment());
        return opened;
    }

    /** All records of the topic until its current end. */
    public static List<ConsumerRecord<byte[], byte[]>> all(String topic) {
        try (var opened = fromStart(topic)) {
            return opened.untilNow();
        }
    }

    /** Waits for that many matching records, and returns all that match so far. */
    public List<ConsumerRecord<byte[], byte[]>> await(int count, Predicate<ConsumerRecord<byte[], byte[]>> matches) {
        return await(matches, found -> found.size() >= count);
    }

    /** Waits until the matching records are enough, and returns them. */
    public List<ConsumerRecord<byte[], byte[]>> await(
            Predicate<ConsumerRecord<byte[], byte[]>> matches, Predicate<List<ConsumerRecord<byte[], byte[]>>> enough) {
        Awaitility.await()
                .atMost(LONGEST)
                .pollDelay(Duration.ZERO)
                .pollInterval(Duration.ofMillis(1))
                .pollInSameThread()
                .until(() -> enough.test(matching(matches)) || poll() && enough.test(matching(matches)));
        return matching(matches);
    }

    /** Reads on until the current end of the topic, and returns the records since the position of the start. */
    public List<ConsumerRecord<byte[], byte[]>> untilNow() {
        Map<TopicPartition, Long> ends = consumer.endOffsets(consumer.assignment());
        Awaitility.await()
                .atMost(LONGEST)
                .pollDelay(Duration.ZERO)
                .pollInterval(Duration.ofMillis(1))
                .pollInSameThread()
                .until(() -> isAt(ends) || poll() && isAt(ends));
        return List.copyOf(records);
    }

    private boolean isAt(Map<TopicPartition, Long> ends) {
        return ends.entrySet().stream().allMatch(end -> consumer.position(end.getKey()) >= end.getValue());
    }

    private List<ConsumerRecord<byte[], byte[]>> matching(Predicate<ConsumerRecord<byte[], byte[]>> matches) {
        return records.stream().filter(matches).toList();
    }

    private boolean poll() {
        consumer.poll(POLL).forEach(records::add);
        return true;
    }

    /** The envelope in a record of {@code agent.events}. */
    public static EventEnvelope envelope(ConsumerRecord<byte[], byte[]> record) {
        try {
            return ProtocolCodec.decode(record.value(), EventEnvelope.class);
        } catch (UndecodableException e) {
            throw new AssertionError(e);
        }
    }

    /** The text of a header; null if the record has none of that name. */
    public static @Nullable String header(ConsumerRecord<?, ?> record, String name) {
        var header = record.headers().lastHeader(name);
        return header == null ? null : new String(header.value(), StandardCharsets.UTF_8);
    }

    @Override
    public void close() {
        consumer.close();
    }
}
