package dev.agenthost.gateway.deadletter.kafka;

import dev.agenthost.gateway.deadletter.DeadLetterContent;
import dev.agenthost.gateway.deadletter.DeadLetterLog;
import dev.agenthost.gateway.deadletter.DeadLetterRecord;
import dev.agenthost.gateway.deadletter.DeadLetterTopic;
import dev.agenthost.gateway.deadletter.DeadLettersUnavailableException;
import dev.agenthost.gateway.deadletter.RedriveMarks;
import dev.agenthost.protocol.json.ProtocolCodec;
import dev.agenthost.protocol.json.UndecodableException;
import dev.agenthost.protocol.topic.RecordPosition;
import dev.agenthost.protocol.topic.RedriveMark;
import dev.agenthost.protocol.topic.Topics;
import java.time.Duration;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.function.Consumer;
import java.util.function.Supplier;
import org.apache.kafka.clients.consumer.ConsumerRecord;
import org.apache.kafka.clients.consumer.KafkaConsumer;
import org.apache.kafka.common.KafkaException;
import org.apache.kafka.common.PartitionInfo;
import org.apache.kafka.common.TopicPartition;
import org.jboss.logging.Logger;

/** Reads by position, in no group. Values are in memory only as long as one batch of the consumer. */
final class KafkaDeadLetterLog implements DeadLetterLog {
    private static final Logger LOG = Logger.getLogger(KafkaDeadLetterLog.class);
    private static final Duration POLL = Duration.ofMillis(100);

    private final KafkaConsumer<byte[], byte[]> consumer;
    private final DeadLetterDecoder decoder;
    private final Duration timeout;
    private final RedriveMarks marks = new RedriveMarks();
    private final Map<DeadLetterTopic, List<Extent>> extents = new HashMap<>();
    private long nextMark = -1;

    /** @param timeout of one call to the broker */
    KafkaDeadLetterLog(KafkaConsumer<byte[], byte[]> consumer, DeadLetterDecoder decoder, Duration timeout) {
        this.consumer = consumer;
        this.decoder = decoder;
        this.timeout = timeout;
    }

    @Override
    public List<DeadLetterTopic> topics() {
        return answered(() -> consumer.listTopics(timeout).keySet().stream()
                .sorted()
                .flatMap(name -> DeadLetterTopic.of(name).stream())
                .toList());
    }

    @Override
    public List<Extent> extents(DeadLetterTopic topic) {
        return extents.computeIfAbsent(topic, this::askExtents);
    }

    private List<Extent> askExtents(DeadLetterTopic topic) {
        return answered(() -> {
            List<TopicPartition> partitions = partitions(topic.name());
            Map<TopicPartition, Long> begins = consumer.beginningOffsets(partitions, timeout);
            Map<TopicPartition, Long> ends = consumer.endOffsets(partitions, timeout);
            return partitions.stream()
                    .sorted(Comparator.comparingInt(TopicPartition::partition))
                    .map(partition -> new Extent(
                            partition.partition(),
                            begins.getOrDefault(partition, 0L),
                            ends.getOrDefault(partition, 0L)))
                    .toList();
        });
    }

    @Override
    public List<DeadLetterRecord> read(DeadLetterTopic topic, int partition, long from, long to) {
        List<DeadLetterRecord> records = new ArrayList<>();
        each(
                new TopicPartition(topic.name(), partition),
                from,
                to,
                record -> records.add(decoder.record(topic, record)));
        return records;
    }

    @Override
    public Optional<DeadLetterContent> content(DeadLetterTopic topic, RecordPosition position) {
        TopicPartition partition = new TopicPartition(topic.name(), position.partition());
        boolean isThere = extents(topic).stream()
                .anyMatch(extent -> extent.partition() == position.partition()
                        && extent.begin() <= position.offset()
                        && position.offset() < extent.end());
        if (!isThere) {
            return Optional.empty();
        }
        List<DeadLetterContent> found = new ArrayList<>();
        each(partition, position.offset(), position.offset() + 1, record -> found.add(decoder.content(topic, record)));
        return found.stream().findFirst();
    }

    @Override
    public RedriveMarks marks() {
        return answered(() -> {
            TopicPartition partition = new TopicPartition(Topics.DEAD_LETTER_MARKS, 0);
            if (partitions(Topics.DEAD_LETTER_MARKS).isEmpty()) {
                return marks;
            }
            if (nextMark < 0) {
                nextMark =
                        consumer.beginningOffsets(List.of(partition), timeout).getOrDefault(partition, 0L);
            }
            long end = consumer.endOffsets(List.of(partition), timeout).getOrDefault(partition, 0L);
            each(partition, nextMark, end, this::apply);
            nextMark = Math.max(nextMark, end);
            return marks;
        });
    }

    private void apply(ConsumerRecord<byte[], byte[]> record) {
        if (record.value() == null) {
            return;
        }
        try {
            marks.apply(ProtocolCodec.decode(record.value(), RedriveMark.class));
        } catch (UndecodableException invalid) {
            LOG.errorf(
                    "a mark of a dead letter cannot be read: topic=%s partition=%d offset=%d errorCode=%s",
                    record.topic(), record.partition(), record.offset(), invalid.why());
        }
    }

    /** Hands over the records of [from, to); a record that retention or compaction removed is passed over. */
    private void each(TopicPartition partition, long from, long to, Consumer<ConsumerRecord<byte[], byte[]>> reader) {
        if (from >= to) {
            return;
        }
        answered(() -> {
            consumer.assign(List.of(partition));
            consumer.seek(partition, from);
            long deadline = System.nanoTime() + timeout.toNanos();
            while (consumer.position(partition, timeout) < to) {
                List<ConsumerRecord<byte[], byte[]>> records =
                        consumer.poll(POLL).records(partition);
                for (ConsumerRecord<byte[], byte[]> record : records) {
                    if (record.offset() < to) {
                        reader.accept(record);
                    }
                }
                if (!records.isEmpty()) {
                    deadline = System.nanoTime() + timeout.toNanos();
                } else if (System.nanoTime() > deadline) {
                    throw new DeadLettersUnavailableException("Kafka does not answer now. Send the request again.");
                }
            }
            return partition;
        });
    }

    private List<TopicPartition> partitions(String topic) {
        List<PartitionInfo> known = consumer.listTopics(timeout).get(topic);
        return known == null
                ? List.of()
                : known.stream()
                        .map(one -> new TopicPartition(topic, one.partition()))
                        .toList();
    }

    private static <T> T answered(Supplier<T> call) {
        try {
            return call.get();
        } catch (KafkaException failure) {
            throw new DeadLettersUnavailableException("Kafka does not answer now. Send the request again.", failure);
        }
    }

    @Override
    public void close() {
        consumer.close(Duration.ofSeconds(1));
    }
}
