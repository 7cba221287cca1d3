package dev.agenthost.binding.publication.kafka;

import dev.agenthost.binding.publication.OutboundRecord;
import dev.agenthost.binding.publication.RecordPublisher;
import io.smallrye.common.annotation.Identifier;
import io.smallrye.mutiny.Uni;
import io.smallrye.mutiny.subscription.UniEmitter;
import io.smallrye.mutiny.vertx.MutinyHelper;
import io.vertx.core.Context;
import io.vertx.core.Vertx;
import jakarta.annotation.PreDestroy;
import jakarta.enterprise.context.ApplicationScoped;
import java.nio.charset.StandardCharsets;
import java.time.Duration;
import java.util.List;
import java.util.Map;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.concurrent.atomic.AtomicReference;
import org.apache.kafka.clients.producer.KafkaProducer;
import org.apache.kafka.clients.producer.Producer;
import org.apache.kafka.clients.producer.ProducerRecord;
import org.apache.kafka.common.serialization.ByteArraySerializer;
import org.apache.kafka.common.serialization.StringSerializer;
import org.jspecify.annotations.Nullable;

/** Uses one producer and one thread, so that records are sent in the given order. No event loop waits for Kafka. */
@ApplicationScoped
class KafkaRecordPublisher implements RecordPublisher {
    private static final Duration CLOSING = Duration.ofSeconds(2);

    private final Producer<String, byte[]> producer;
    private final ExecutorService sender = Executors.newSingleThreadExecutor(
            Thread.ofPlatform().daemon().name("record-sender").factory());

    KafkaRecordPublisher(@Identifier("default-kafka-broker") Map<String, Object> broker) {
        producer = new KafkaProducer<>(ProducerSettings.of(broker), new StringSerializer(), new ByteArraySerializer());
    }

    @Override
    public Uni<Void> publish(List<OutboundRecord> records) {
        if (records.isEmpty()) {
            return Uni.createFrom().voidItem();
        }
        Uni<Void> sent = Uni.createFrom().emitter(acknowledged -> sender.execute(() -> send(records, acknowledged)));
        Context caller = Vertx.currentContext();
        return caller == null ? sent : sent.emitOn(MutinyHelper.executor(caller));
    }

    private void send(List<OutboundRecord> records, UniEmitter<? super Void> acknowledged) {
        AtomicInteger open = new AtomicInteger(records.size());
        AtomicReference<@Nullable Exception> failure = new AtomicReference<>();
        for (OutboundRecord record : records) {
            try {
                producer.send(kafkaRecord(record), (metadata, failed) -> {
                    if (failed != null) {
                        failure.compareAndSet(null, failed);
                    }
                    if (open.decrementAndGet() == 0) {
                        settle(failure.get(), acknowledged);
                    }
                });
            } catch (RuntimeException e) {
                acknowledged.fail(e);
                return;
            }
        }
    }

    private static void settle(@Nullable Exception failure, UniEmitter<? super Void> acknowledged) {
        if (failure == null) {
            acknowledged.complete(null);
        } else {
            acknowledged.fail(failure);
        }
    }

    private static ProducerRecord<String, byte[]> kafkaRecord(OutboundRecord record) {
        ProducerRecord<String, byte[]> outgoing =
                new ProducerRecord<>(record.topic(), record.partition(), record.key(), record.value());
        record.headers().forEach((name, value) -> outgoing.headers().add(name, value.getBytes(StandardCharsets.UTF_8)));
        return outgoing;
    }

    @PreDestroy
    void close() {
        sender.shutdownNow();
        producer.close(CLOSING);
    }
}
