package dev.agenthost.door.key.kafka;

import dev.agenthost.door.key.KeyRecords;
import dev.agenthost.door.key.KeyRing;
import dev.agenthost.protocol.topic.Topics;
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
 * Reads {@code agent.keys} from its start, and then what comes, into the ring; on a thread of its own, in no group: every replica reads
 * all of it. Whatever fails, it begins again from the start, which changes nothing that is known.
 */
public final class KeyReader implements AutoCloseable {

    private static final Logger LOG = Logger.getLogger(KeyReader.class);
    private static final Duration POLL = Duration.ofSeconds(1);
    private static final Duration PAUSE = Duration.ofSeconds(1);
    private static final int SHORTLY_MS = 10_000;

    private final Map<String, Object> settings;
    private final KeyRing ring;
    private final Thread thread;
    private volatile boolean closed;
    private volatile @Nullable Consumer<byte[], byte[]> reading;

    /** @param broker how clients reach Kafka */
    public KeyReader(Map<String, Object> broker, KeyRing ring) {
        this.settings = settings(broker);
        this.ring = ring;
        this.thread = Thread.ofPlatform().daemon().name("key-reader").unstarted(this::readForEver);
    }

    public void start() {
        thread.start();
    }

    /** Ends the reading; the ring stays as it is. */
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
                    if (!ring.isComplete() && isRead(consumer, ends)) {
                        ring.complete();
                        LOG.info("all keys are read");
                    }
                    consumer.poll(POLL).forEach(this::take);
                    complained = false;
                }
            } catch (WakeupException stopping) {
                return;
            } catch (RuntimeException failure) {
                if (!complained) {
                    LOG.warnf("keys cannot be read now, and are tried again: %s", failure.toString());
                    complained = true;
                }
                pause();
            }
        }
    }

    private void take(ConsumerRecord<byte[], byte[]> record) {
        switch (KeyRecords.read(record.key(), record.value())) {
            case KeyRecords.Reading.Known known -> ring.take(known.key());
            case KeyRecords.Reading.Garbage garbage ->
                LOG.errorf(
                        "a record is no key and is passed over: topic=%s partition=%d offset=%d: %s",
                        record.topic(), record.partition(), record.offset(), garbage.why());
        }
    }

    private static List<TopicPartition> partitions(Consumer<byte[], byte[]> consumer) {
        List<TopicPartition> partitions = consumer.partitionsFor(Topics.KEYS).stream()
                .map(info -> new TopicPartition(info.topic(), info.partition()))
                .toList();
        if (partitions.isEmpty()) {
            throw new IllegalStateException("there is no topic " + Topics.KEYS);
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

    private static Map<String, Object> settings(Map<String, Object> broker) {
        Map<String, Object> settings = new HashMap<>(broker);
        settings.keySet().retainAll(known());
        settings.put(ConsumerConfig.CLIENT_ID_CONFIG, "agenthost-keys");
        settings.put(ConsumerConfig.ENABLE_AUTO_COMMIT_CONFIG, false);
        settings.put(ConsumerConfig.AUTO_OFFSET_RESET_CONFIG, "earliest");
        settings.put(ConsumerConfig.ALLOW_AUTO_CREATE_TOPICS_CONFIG, false);
        settings.put(ConsumerConfig.DEFAULT_API_TIMEOUT_MS_CONFIG, SHORTLY_MS);
        settings.put(ConsumerConfig.REQUEST_TIMEOUT_MS_CONFIG, SHORTLY_MS);
        // A key that is made ends the wait at once; keys are made seldom.
        settings.put(ConsumerConfig.FETCH_MAX_WAIT_MS_CONFIG, SHORTLY_MS / 2);
        return settings;
    }

    /** What a consumer understands; in a group it must not be, whatever the settings say. */
    private static Set<String> known() {
        Set<String> known = new HashSet<>(ConsumerConfig.configNames());
        known.remove(ConsumerConfig.GROUP_ID_CONFIG);
        known.remove(ConsumerConfig.GROUP_INSTANCE_ID_CONFIG);
        return known;
    }
}
