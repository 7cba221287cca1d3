package dev.agenthost.delivery.stream.kafka;

import dev.agenthost.delivery.stream.ResultLog;
import dev.agenthost.delivery.stream.ResultLogEntry;
import dev.agenthost.delivery.stream.StreamPolicy;
import dev.agenthost.protocol.id.RunId;
import dev.agenthost.protocol.topic.Topics;
import io.quarkus.runtime.ShutdownEvent;
import io.smallrye.mutiny.Uni;
import jakarta.enterprise.context.ApplicationScoped;
import jakarta.enterprise.event.Observes;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Queue;
import java.util.concurrent.ArrayBlockingQueue;
import java.util.concurrent.ConcurrentLinkedQueue;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.ThreadPoolExecutor;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicInteger;
import org.apache.kafka.clients.consumer.ConsumerRecord;
import org.apache.kafka.clients.consumer.InvalidOffsetException;
import org.apache.kafka.clients.consumer.KafkaConsumer;
import org.apache.kafka.common.KafkaException;
import org.apache.kafka.common.TopicPartition;

/**
 * Reads earlier records with few threads and as many consumers. One read ends with its range, after some bytes or after a quarter of a
 * second, and its reader requests the next, so that a long run or a slow reader does not delay the others.
 */
@ApplicationScoped
public class KafkaResultLog implements ResultLog {

    private static final int WAITING = 4096;
    private static final long SLICE_BYTES = 1024 * 1024;
    private static final long SLICE_NANOS = Duration.ofMillis(250).toNanos();
    private static final long STUCK_NANOS = Duration.ofSeconds(5).toNanos();
    private static final int WAIT_MILLIS = 5;
    private static final Duration POLL = Duration.ofMillis(100);

    private final ResultConsumers consumers;
    private final ExecutorService threads;
    private final Queue<KafkaConsumer<byte[], byte[]>> idle = new ConcurrentLinkedQueue<>();
    private final AtomicInteger made = new AtomicInteger();

    KafkaResultLog(ResultConsumers consumers, StreamPolicy policy) {
        this.consumers = consumers;
        int size = policy.replayThreads();
        ThreadPoolExecutor pool = new ThreadPoolExecutor(
                size,
                size,
                30,
                TimeUnit.SECONDS,
                new ArrayBlockingQueue<>(WAITING),
                Thread.ofPlatform().daemon().name("result-log-", 0).factory());
        pool.allowCoreThreadTimeOut(true);
        this.threads = pool;
    }

    void stop(@Observes ShutdownEvent event) {
        threads.shutdownNow();
        idle.forEach(KafkaConsumer::close);
    }

    @Override
    public Uni<Slice> read(int partition, RunId run, long from, long to) {
        return Uni.createFrom()
                .item(() -> slice(new TopicPartition(Topics.RUN_RESULTS, partition), run.toString(), from, to))
                .runSubscriptionOn(threads);
    }

    private Slice slice(TopicPartition partition, String runId, long from, long to) {
        KafkaConsumer<byte[], byte[]> consumer = idle.poll();
        if (consumer == null) {
            consumer = consumers.make("delivery-log-" + made.incrementAndGet(), WAIT_MILLIS);
        }
        try {
            Slice slice = read(consumer, partition, runId, from, to);
            consumer.unsubscribe();
            idle.add(consumer);
            return slice;
        } catch (RuntimeException e) {
            consumer.close();
            throw e;
        }
    }

    private static Slice read(
            KafkaConsumer<byte[], byte[]> consumer, TopicPartition partition, String runId, long from, long to) {
        consumer.assign(List.of(partition));
        consumer.seek(partition, from);
        List<ResultLogEntry> entries = new ArrayList<>();
        long begin = System.nanoTime();
        long bytes = 0;
        long next = from;
        while (next < to && bytes < SLICE_BYTES && (next == from || System.nanoTime() - begin < SLICE_NANOS)) {
            try {
                for (ConsumerRecord<byte[], byte[]> record : consumer.poll(POLL).records(partition)) {
                    if (record.offset() >= to || bytes >= SLICE_BYTES) {
                        break;
                    }
                    next = record.offset() + 1;
                    bytes += add(entries, record, runId);
                }
            } catch (InvalidOffsetException e) {
                return new Slice.BeyondRetention();
            }
            if (entries.isEmpty() && next == from && System.nanoTime() - begin > STUCK_NANOS) {
                throw new KafkaException("nothing can be read of " + partition + " from " + from);
            }
        }
        return new Slice.Records(entries, next);
    }

    private static long add(List<ResultLogEntry> entries, ConsumerRecord<byte[], byte[]> record, String runId) {
        ResultLogEntry entry =
                RecordKeys.isOf(record, runId) ? ResultLogEntry.read(record.offset(), record.value()) : null;
        if (entry == null || !entry.runId().equals(runId)) {
            return 0;
        }
        entries.add(entry);
        return entry.size();
    }
}
