package dev.agenthost.bench.relay;

import java.time.Duration;
import java.util.concurrent.CountDownLatch;
import java.util.function.ObjLongConsumer;
import org.apache.kafka.clients.consumer.ConsumerRecord;
import org.apache.kafka.common.TopicPartition;

/** Reads the records published on a topic after the start of this object, on a thread of its own. */
public final class TopicTail implements AutoCloseable {
    private static final Duration POLL = Duration.ofMillis(100);

    private final ObjLongConsumer<ConsumerRecord<byte[], byte[]>> taker;
    private final CountDownLatch ready = new CountDownLatch(1);
    private final Thread reader;
    private volatile boolean closed;

    private TopicTail(String name, String broker, String topic, ObjLongConsumer<ConsumerRecord<byte[], byte[]>> taker) {
        this.taker = taker;
        this.reader = Thread.ofPlatform().name(name).start(() -> read(broker, topic));
    }

    /**
     * Returns when the position in each partition is known.
     *
     * @param taker receives each record and the time of its read, in nanoseconds of this JVM's monotonic clock
     */
    public static TopicTail start(
            String name, String broker, String topic, ObjLongConsumer<ConsumerRecord<byte[], byte[]>> taker)
            throws InterruptedException {
        var tail = new TopicTail(name, broker, topic, taker);
        tail.ready.await();
        return tail;
    }

    private void read(String broker, String topic) {
        try (var consumer = KafkaClients.consumer(broker)) {
            // Assigned, not subscribed: a consumer that is late on a busy machine would lose its partitions, and its
            // uncommitted
            // positions in them.
            var partitions = consumer.partitionsFor(topic).stream()
                    .map(partition -> new TopicPartition(topic, partition.partition()))
                    .toList();
            consumer.assign(partitions);
            consumer.seekToEnd(partitions);
            partitions.forEach(consumer::position);
            ready.countDown();
            while (!closed) {
                var records = consumer.poll(POLL);
                long now = System.nanoTime();
                records.forEach(record -> taker.accept(record, now));
            }
        }
    }

    @Override
    public void close() throws InterruptedException {
        closed = true;
        reader.join();
    }
}
