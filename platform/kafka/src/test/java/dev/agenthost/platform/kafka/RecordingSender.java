package dev.agenthost.platform.kafka;

import io.smallrye.mutiny.Uni;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.CopyOnWriteArrayList;
import java.util.function.Supplier;
import org.apache.kafka.clients.producer.ProducerRecord;

/** A broker in memory, whose topics may fail. */
final class RecordingSender implements DeadLetterSender {
    final List<ProducerRecord<byte[], byte[]>> sent = new CopyOnWriteArrayList<>();
    final Map<String, Supplier<Throwable>> failing = new ConcurrentHashMap<>();
    final List<String> counted = new ArrayList<>();
    final RetryStatus status = new RetryStatus();
    final ConsumerRetryPolicy retries = new ConsumerRetryPolicy(status);
    final DeadLetterProducer producer =
            new DeadLetterProducer(this, retries, (topic, reason) -> counted.add(topic + " " + reason.wire()));

    @Override
    public Uni<Void> send(ProducerRecord<byte[], byte[]> letter) {
        Supplier<Throwable> failure = failing.get(letter.topic());
        if (failure != null) {
            return Uni.createFrom().failure(failure.get());
        }
        sent.add(letter);
        return Uni.createFrom().voidItem();
    }
}
