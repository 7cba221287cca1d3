package dev.agenthost.bench.relay;

import java.time.Duration;
import java.util.List;
import java.util.concurrent.CountDownLatch;
import java.util.function.ObjLongConsumer;
import org.apache.kafka.clients.consumer.ConsumerRecord;

/** Reads what comes onto a topic from its start on, on a thread of its own. */
public final class Tail implements AutoCloseable {
    private static final Duration POLL = Duration.ofMillis(100);

    private final ObjLongConsumer<ConsumerRecord<byte[], byte[]>> taker;
    private final CountDownLatch assigned = new CountDownLatch(1);
    private final Thread reader;
    private volatile boolean closed;

    private Tail(String name, String broker, String topic, ObjLongConsumer<ConsumerRecord<byte[], byte[]>> taker) {
        this.taker = taker;
        this.reader = Thread.ofPlatform().name(name).start(() -> read(broker, topic));
    }

    /**
     * Returns when it has its partitions.
     *
     * @param taker is given each record and when it was read, in nanoseconds of this JVM's monotonic clock
     */
    public static Tail start(
            String name, String broker, String topic, ObjLongConsumer<ConsumerRecord<byte[], byte[]>> taker)
            throws InterruptedException {
        var tail = new Tail(name, broker, topic, taker);
        tail.assigned.await();
        return tail;
    }

    private void read(String broker, String topic) {
        try (var consumer = Clients.consumer(broker)) {
            consumer.subscribe(List.of(topic));
            while (!closed) {
                var records = consumer.poll(POLL);
                long now = System.nanoTime();
                if (assigned.getCount() > 0 && !consumer.assignment().isEmpty()) {
                    consumer.assignment().forEach(consumer::position);
                    assigned.countDown();
                }
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
