package dev.agenthost.bench.relay;

import java.time.Duration;
import java.util.Arrays;
import java.util.List;
import java.util.concurrent.CountDownLatch;
import org.apache.kafka.clients.producer.KafkaProducer;
import org.apache.kafka.clients.producer.ProducerRecord;

/**
 * The middle of a bare chain, or a copier, as a process: each leg is a thread with a consumer and a producer of its own. It prints
 * {@code ready} when every consumer has its partitions.
 */
public final class RelayMain {
    private static final Duration POLL = Duration.ofMillis(100);

    private RelayMain() {}

    /** @param arguments the broker, then the legs */
    public static void main(String[] arguments) throws InterruptedException {
        var legs = Arrays.stream(arguments).skip(1).map(Leg::of).toList();
        var assigned = new CountDownLatch(legs.size());
        for (var leg : legs) {
            Thread.ofPlatform().name(leg.from()).start(() -> run(arguments[0], leg, assigned));
        }
        assigned.await();
        System.out.println("ready");
    }

    private static void run(String broker, Leg leg, CountDownLatch assigned) {
        try (var consumer = KafkaClients.consumer(broker);
                var producer = KafkaClients.producer(broker)) {
            consumer.subscribe(List.of(leg.from()));
            boolean ready = false;
            while (true) {
                var records = consumer.poll(POLL);
                if (!ready && !consumer.assignment().isEmpty()) {
                    consumer.assignment().forEach(consumer::position);
                    ready = true;
                    assigned.countDown();
                }
                for (var record : records) {
                    var parcel = RelayMessage.of(record.value());
                    if (parcel.isLast()) {
                        leg.sends().forEach(send -> send(producer, send, parcel.number(), record.partition()));
                    }
                }
            }
        }
    }

    private static void send(KafkaProducer<byte[], byte[]> producer, Leg.Send send, int number, int partition) {
        for (int i = 1; i <= send.records(); i++) {
            var value = new RelayMessage(number, i == send.records()).bytes(send.bytes());
            producer.send(new ProducerRecord<>(send.to(), partition, null, value));
        }
    }
}
