package dev.agenthost.bench.relay;

import java.time.Duration;
import java.util.concurrent.CountDownLatch;
import java.util.function.ObjLongConsumer;
import org.apache.kafka.clients.consumer.ConsumerRecord;
import org.apache.kafka.common.TopicPartition;

/** Reads what comes onto a topic after this has been started, on a thread of its own. */
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
     * Returns when it knows where to begin in each partition.
     *
     * @param taker is given each record and when it was read, in nanoseconds of this JVM's monotonic clock
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
            // Not by subscription: whoever is late on a busy machine would lose its partitions, and its place in those
            // that it had not committed.
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
