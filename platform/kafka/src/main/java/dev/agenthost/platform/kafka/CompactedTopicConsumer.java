package dev.agenthost.platform.kafka;

import java.time.Duration;
import java.util.HashMap;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import org.apache.kafka.clients.consumer.Consumer;
import org.apache.kafka.clients.consumer.ConsumerConfig;
import org.apache.kafka.clients.consumer.ConsumerRecord;
import org.apache.kafka.clients.consumer.KafkaConsumer;
import org.apache.kafka.common.TopicPartition;
import org.apache.kafka.common.errors.WakeupException;
import org.apache.kafka.common.serialization.ByteArrayDeserializer;
import org.jboss.logging.Logger;
import org.jspecify.annotations.Nullable;

/**
 * Reads a topic from its start, and then new records, on its own thread, in no group: every replica reads the whole topic. After any
 * failure it begins again from the start, so a reader must tolerate repetitions.
 */
public final class CompactedTopicConsumer implements AutoCloseable {

    /** Receives the records. Never called by two threads at once. */
    public interface Reader {
        void take(ConsumerRecord<byte[], byte[]> record);

        /** Called once, after all records that existed at the start of the reading. */
        void complete();
    }

    private static final Logger LOG = Logger.getLogger(CompactedTopicConsumer.class);
    private static final Duration POLL = Duration.ofSeconds(1);
    private static final Duration PAUSE = Duration.ofSeconds(1);
    private static final int SHORTLY_MS = 10_000;

    private final Map<String, Object> settings;
    private final String topic;
    private final Reader reader;
    private final Thread thread;
    private boolean complete;
    private volatile boolean closed;
    private volatile @Nullable Consumer<byte[], byte[]> reading;

    /**
     * @param broker the client settings of Kafka
     * @param name of the thread and, after {@code agenthost-}, of the client
     */
    public CompactedTopicConsumer(Map<String, Object> broker, String topic, String name, Reader reader) {
        this.settings = settings(broker, name);
        this.topic = topic;
        this.reader = reader;
        this.thread = Thread.ofPlatform().daemon().name(name + "-reader").unstarted(this::readForEver);
    }

    public void start() {
        thread.start();
    }

    /** Ends the reading; the reader keeps the received records. */
    @Override
    public void close() {
        closed = true;
        Consumer<byte[], byte[]> consumer = reading;
        if (consumer != null) {
            consumer.wakeup();
        }
    }

    private void readForEver() {
        boolean complained = false;
        while (!closed) {
            try (Consumer<byte[], byte[]> consumer =
                    new KafkaConsumer<>(settings, new ByteArrayDeserializer(), new ByteArrayDeserializer())) {
                reading = consumer;
                List<TopicPartition> partitions = partitions(consumer);
                consumer.assign(partitions);
                consumer.seekToBeginning(partitions);
                Map<TopicPartition, Long> ends = consumer.endOffsets(partitions);
                while (!closed) {
                    if (!complete && isRead(consumer, ends)) {
                        complete = true;
                        reader.complete();
                    }
                    consumer.poll(POLL).forEach(reader::take);
                    complained = false;
                }
            } catch (WakeupException stopping) {
                return;
            } catch (RuntimeException failure) {
                if (!complained) {
                    LOG.warnf("topic=%s cannot be read now, and is tried again: %s", topic, failure.toString());
                    complained = true;
                }
                pause();
            }
        }
    }

    private List<TopicPartition> partitions(Consumer<byte[], byte[]> consumer) {
        List<TopicPartition> partitions = consumer.partitionsFor(topic).stream()
                .map(info -> new TopicPartition(info.topic(), info.partition()))
                .toList();
        if (partitions.isEmpty()) {
            throw new IllegalStateException("there is no topic " + topic);
        }
        return partitions;
    }

    private static boolean isRead(Consumer<byte[], byte[]> consumer, Map<TopicPartition, Long> ends) {
        return ends.entrySet().stream().allMatch(end -> consumer.position(end.getKey()) >= end.getValue());
    }

    private void pause() {
        try {
            Thread.sleep(PAUSE);
        } catch (InterruptedException e) {
            closed = true;
        }
    }

    private static Map<String, Object> settings(Map<String, Object> broker, String name) {
        Map<String, Object> settings = new HashMap<>(broker);
        settings.keySet().retainAll(known());
        settings.put(ConsumerConfig.CLIENT_ID_CONFIG, "agenthost-" + name);
        settings.put(ConsumerConfig.ENABLE_AUTO_COMMIT_CONFIG, false);
        settings.put(ConsumerConfig.AUTO_OFFSET_RESET_CONFIG, "earliest");
        settings.put(ConsumerConfig.ALLOW_AUTO_CREATE_TOPICS_CONFIG, false);
        settings.put(ConsumerConfig.DEFAULT_API_TIMEOUT_MS_CONFIG, SHORTLY_MS);
        settings.put(ConsumerConfig.REQUEST_TIMEOUT_MS_CONFIG, SHORTLY_MS);
        // A new record ends the wait at once, and records are rare.
        settings.put(ConsumerConfig.FETCH_MAX_WAIT_MS_CONFIG, SHORTLY_MS / 2);
        return settings;
    }

    /** Returns the settings of a consumer, without those of a group, which it must never join. */
    private static Set<String> known() {
        Set<String> known = new HashSet<>(ConsumerConfig.configNames());
        known.remove(ConsumerConfig.GROUP_ID_CONFIG);
        known.remove(ConsumerConfig.GROUP_INSTANCE_ID_CONFIG);
        return known;
    }
}
