package dev.agenthost.orchestrator.runner.kafka;

import dev.agenthost.orchestrator.runner.RunnerDirectoryProducer;
import dev.agenthost.protocol.json.ProtocolCodec;
import dev.agenthost.protocol.runner.KnownRunner;
import dev.agenthost.protocol.topic.CloudEventHeaders;
import dev.agenthost.protocol.topic.Topics;
import io.smallrye.mutiny.Uni;
import io.smallrye.mutiny.infrastructure.Infrastructure;
import io.smallrye.mutiny.subscription.UniEmitter;
import java.nio.charset.StandardCharsets;
import java.time.Duration;
import java.time.Instant;
import java.util.HashMap;
import java.util.Map;
import org.apache.kafka.clients.producer.KafkaProducer;
import org.apache.kafka.clients.producer.Producer;
import org.apache.kafka.clients.producer.ProducerConfig;
import org.apache.kafka.clients.producer.ProducerRecord;
import org.apache.kafka.common.serialization.ByteArraySerializer;
import org.jspecify.annotations.Nullable;

/** Publishes runners on {@code agent.runners}. The producer is created on first use, since records are rare. */
public final class KafkaRunnerDirectoryProducer implements RunnerDirectoryProducer, AutoCloseable {
    private static final String SERVICE = "run-orchestrator";

    private final Map<String, Object> config;
    private @Nullable Producer<byte[], byte[]> producer;

    /** @param broker the producer's connection settings */
    public KafkaRunnerDirectoryProducer(Map<String, Object> broker) {
        config = new HashMap<>(broker);
        config.keySet().removeIf(name -> !ProducerConfig.configNames().contains(name));
        config.remove(ProducerConfig.KEY_SERIALIZER_CLASS_CONFIG);
        config.remove(ProducerConfig.VALUE_SERIALIZER_CLASS_CONFIG);
        config.put(ProducerConfig.CLIENT_ID_CONFIG, "run-orchestrator-runners");
        config.put(ProducerConfig.ACKS_CONFIG, "all");
        config.put(ProducerConfig.BUFFER_MEMORY_CONFIG, 2L * 1024 * 1024);
        config.put(ProducerConfig.REQUEST_TIMEOUT_MS_CONFIG, 3_000);
        config.put(ProducerConfig.DELIVERY_TIMEOUT_MS_CONFIG, 6_000);
        config.put(ProducerConfig.MAX_BLOCK_MS_CONFIG, 3_000);
    }

    @Override
    public Uni<Void> publish(KnownRunner runner, Instant changedAt) {
        ProducerRecord<byte[], byte[]> record = record(runner.recordKey(), ProtocolCodec.encode(runner));
        CloudEventHeaders.of(
                        CloudEventHeaders.RUNNER_TYPE,
                        runner.recordKey() + "/" + runner.sha256(),
                        SERVICE,
                        changedAt,
                        KnownRunner.ANY,
                        null)
                .forEach((name, value) -> record.headers().add(name, value.getBytes(StandardCharsets.UTF_8)));
        return sendOnWorker(record);
    }

    @Override
    public Uni<Void> publishTombstone(String runnerId) {
        return sendOnWorker(record(runnerId, null));
    }

    @Override
    public synchronized void close() {
        if (producer != null) {
            producer.close(Duration.ofSeconds(2));
        }
    }

    private Uni<Void> sendOnWorker(ProducerRecord<byte[], byte[]> record) {
        return Uni.createFrom()
                .<Void>emitter(answer -> send(record, answer))
                .runSubscriptionOn(Infrastructure.getDefaultWorkerPool());
    }

    private void send(ProducerRecord<byte[], byte[]> record, UniEmitter<? super Void> answer) {
        producer().send(record, (metadata, failure) -> {
            if (failure == null) {
                answer.complete(null);
            } else {
                answer.fail(failure);
            }
        });
    }

    private synchronized Producer<byte[], byte[]> producer() {
        Producer<byte[], byte[]> created = producer;
        if (created == null) {
            created = new KafkaProducer<>(config, new ByteArraySerializer(), new ByteArraySerializer());
            producer = created;
        }
        return created;
    }

    private static ProducerRecord<byte[], byte[]> record(String key, byte @Nullable [] value) {
        return new ProducerRecord<>(Topics.RUNNERS, 0, key.getBytes(StandardCharsets.UTF_8), value);
    }
}
