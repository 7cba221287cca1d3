package dev.agenthost.delivery.stream.kafka;

import dev.agenthost.delivery.stream.ResultLogEntry;
import dev.agenthost.delivery.stream.ResultTail;
import dev.agenthost.delivery.stream.StreamPolicy;
import dev.agenthost.platform.kafka.AppliedOffset;
import dev.agenthost.platform.kafka.AppliedOffsetRepository;
import dev.agenthost.platform.kafka.PartitionLogReader;
import dev.agenthost.platform.kafka.StartOffset;
import dev.agenthost.protocol.id.RunId;
import dev.agenthost.protocol.topic.Topics;
import io.quarkus.runtime.ShutdownEvent;
import io.quarkus.runtime.StartupEvent;
import jakarta.enterprise.context.ApplicationScoped;
import jakarta.enterprise.event.Observes;
import java.time.Duration;
import java.util.Collection;
import java.util.HashMap;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Map;
import java.util.Queue;
import java.util.Set;
import java.util.concurrent.ConcurrentLinkedQueue;
import java.util.stream.IntStream;
import org.apache.kafka.clients.consumer.ConsumerRecord;
import org.apache.kafka.clients.consumer.ConsumerRecords;
import org.apache.kafka.clients.consumer.InvalidOffsetException;
import org.apache.kafka.clients.consumer.KafkaConsumer;
import org.apache.kafka.common.TopicPartition;
import org.apache.kafka.common.errors.WakeupException;
import org.jboss.logging.Logger;
import org.jspecify.annotations.Nullable;

/**
 * One consumer and one thread for all partitions and all readers. All state but the queue of requests belongs to that thread, so the
 * first offset of a reader is exact. A record of a run without readers is not parsed.
 */
@ApplicationScoped
public class KafkaResultTail implements ResultTail {

    private static final Logger LOG = Logger.getLogger(KafkaResultTail.class);
    private static final Duration TIMEOUT = Duration.ofSeconds(5);
    private static final Duration POLL = Duration.ofMillis(500);
    private static final int WAIT_MILLIS = 500;
    private static final long PAUSE_MILLIS = 250;

    private final ResultConsumers consumers;
    private final AppliedOffsetRepository offsets;
    private final PartitionLogReader logs;
    private final Queue<Runnable> requests = new ConcurrentLinkedQueue<>();
    private final Map<String, Set<Reader>> readers = new HashMap<>();
    private final List<TopicPartition> partitions;
    private final RecentRecords[] recent;
    private final long[] next = new long[Topics.PARTITIONS];
    private volatile @Nullable KafkaConsumer<byte[], byte[]> consumer;
    private volatile boolean stopped;
    private @Nullable Thread thread;

    KafkaResultTail(ResultConsumers consumers, AppliedOffsetRepository offsets, StreamPolicy policy) {
        this.consumers = consumers;
        this.offsets = offsets;
        this.logs = consumers.logs();
        this.partitions = IntStream.range(0, Topics.PARTITIONS)
                .mapToObj(p -> new TopicPartition(Topics.RUN_RESULTS, p))
                .toList();
        this.recent = IntStream.range(0, Topics.PARTITIONS)
                .mapToObj(p -> new RecentRecords(policy.tailBufferBytes()))
                .toArray(RecentRecords[]::new);
    }

    void start(@Observes StartupEvent event) {
        thread = Thread.ofPlatform().daemon().name("result-tail").start(this::run);
    }

    void stop(@Observes ShutdownEvent event) throws InterruptedException {
        stopped = true;
        wakeUp();
        if (thread != null) {
            thread.join(2_000);
        }
    }

    @Override
    public void join(int partition, RunId run, Reader reader) {
        request(() -> {
            String runId = run.toString();
            readers.computeIfAbsent(runId, id -> new LinkedHashSet<>()).add(reader);
            reader.joined(recent[partition].from(next[partition]), recent[partition].of(runId));
        });
    }

    @Override
    public void leave(int partition, RunId run, Reader reader) {
        // Not urgent: no wake-up.
        requests.add(() -> readers.computeIfPresent(run.toString(), (id, all) -> {
            all.remove(reader);
            return all.isEmpty() ? null : all;
        }));
    }

    private void request(Runnable request) {
        requests.add(request);
        wakeUp();
    }

    private void wakeUp() {
        KafkaConsumer<byte[], byte[]> current = consumer;
        if (current != null) {
            current.wakeup();
        }
    }

    private void run() {
        while (!stopped) {
            try (KafkaConsumer<byte[], byte[]> current = consumers.make("delivery-tail", WAIT_MILLIS)) {
                current.assign(partitions);
                moveToStart(current, partitions);
                consumer = current;
                while (!stopped) {
                    turn(current);
                }
            } catch (RuntimeException e) {
                if (!stopped) {
                    LOG.warnf("the tail of the results begins anew: %s", e.toString());
                    partitions.forEach(this::lose);
                    pause();
                }
            } finally {
                consumer = null;
            }
        }
    }

    private void turn(KafkaConsumer<byte[], byte[]> current) {
        try {
            for (Runnable request = requests.poll(); request != null; request = requests.poll()) {
                request.run();
            }
            ConsumerRecords<byte[], byte[]> records = current.poll(POLL);
            records.forEach(this::take);
        } catch (WakeupException e) {
            // A reader joins.
        } catch (InvalidOffsetException e) {
            LOG.warnf("the tail of the results lost its place in %s", e.partitions());
            e.partitions().forEach(this::lose);
            moveToStart(current, e.partitions());
        }
    }

    private void take(ConsumerRecord<byte[], byte[]> record) {
        recent[record.partition()].add(record);
        next[record.partition()] = record.offset() + 1;
        Set<Reader> interested = readers.isEmpty() ? null : readers.get(RecordKeys.runId(record));
        if (interested == null) {
            return;
        }
        ResultLogEntry entry = ResultLogEntry.read(record.offset(), record.value());
        if (entry != null && entry.runId().equals(RecordKeys.runId(record))) {
            interested.forEach(reader -> reader.arrived(entry));
        }
    }

    /**
     * Begins with the first record that is not applied, so that each run is either stored or in the tail. After the database was restored
     * these are the results of the runs that will be repeated, and the first results of a run are those that count.
     */
    private void moveToStart(KafkaConsumer<byte[], byte[]> current, Collection<TopicPartition> moved) {
        Map<TopicPartition, AppliedOffset> applied = offsets.load(moved).await().atMost(TIMEOUT);
        logs.apply(moved).forEach((partition, log) -> {
            long start = StartOffset.of(applied.get(partition), log).offset();
            current.seek(partition, start);
            next[partition.partition()] = start;
        });
    }

    /** A reader reads one partition only, but notifying all readers is safe: each can resume. */
    private void lose(TopicPartition partition) {
        recent[partition.partition()].clear();
        readers.values().forEach(all -> all.forEach(Reader::lost));
        readers.clear();
    }

    private static void pause() {
        try {
            Thread.sleep(PAUSE_MILLIS);
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
        }
    }
}
