package dev.agenthost.orchestrator.hostevent.kafka;

import dev.agenthost.orchestrator.hostevent.HostEventProducer;
import dev.agenthost.protocol.event.EventEnvelope;
import dev.agenthost.protocol.id.RunIds;
import dev.agenthost.protocol.json.ProtocolCodec;
import dev.agenthost.protocol.topic.CloudEventHeaders;
import dev.agenthost.protocol.topic.ConversationKey;
import dev.agenthost.protocol.topic.Topics;
import dev.agenthost.protocol.topic.Traceparent;
import io.smallrye.common.annotation.Identifier;
import io.smallrye.mutiny.Uni;
import io.smallrye.mutiny.infrastructure.Infrastructure;
import io.smallrye.mutiny.subscription.UniEmitter;
import jakarta.annotation.PreDestroy;
import jakarta.inject.Singleton;
import java.nio.charset.StandardCharsets;
import java.time.Duration;
import java.util.HashMap;
import java.util.Map;
import org.apache.kafka.clients.producer.KafkaProducer;
import org.apache.kafka.clients.producer.Producer;
import org.apache.kafka.clients.producer.ProducerConfig;
import org.apache.kafka.clients.producer.ProducerRecord;
import org.apache.kafka.common.serialization.ByteArraySerializer;
import org.jspecify.annotations.Nullable;

/** Publishes on {@code agent.events}. Few events are the host's own, so the producer is created for the first one. */
@Singleton
public class KafkaHostEventProducer implements HostEventProducer {
    private static final String SOURCE = "run-orchestrator";
    private static final Duration CLOSING = Duration.ofSeconds(2);

    private final Map<String, Object> broker;
    private @Nullable Producer<byte[], byte[]> producer;

    /** @param broker the producer's connection settings */
    public KafkaHostEventProducer(@Identifier("default-kafka-broker") Map<String, Object> broker) {
        this.broker = broker;
    }

    @Override
    public Uni<Void> publish(EventEnvelope event) {
        return Uni.createFrom()
                .<Void>emitter(done -> send(event, done))
                .runSubscriptionOn(Infrastructure.getDefaultWorkerPool());
    }

    private void send(EventEnvelope event, UniEmitter<? super Void> done) {
        try {
            producer().send(record(event), (metadata, failure) -> {
                if (failure == null) {
                    done.complete(null);
                } else {
                    done.fail(failure);
                }
            });
        } catch (RuntimeException failure) {
            done.fail(failure);
        }
    }

    private static ProducerRecord<byte[], byte[]> record(EventEnvelope event) {
        ConversationKey key = event.conversationKey();
        ProducerRecord<byte[], byte[]> record = new ProducerRecord<>(
                Topics.EVENTS,
                key.partition(),
                key.value().getBytes(StandardCharsets.UTF_8),
                ProtocolCodec.encode(event));
        String trace = Traceparent.of(null, event.eventId(), RunIds.of(event.workspaceId(), event.eventId(), 0));
        CloudEventHeaders.event(event.eventId(), SOURCE, event.receivedAt(), event.workspaceId(), trace)
                .forEach((name, value) -> record.headers().add(name, value.getBytes(StandardCharsets.UTF_8)));
        return record;
    }

    private synchronized Producer<byte[], byte[]> producer() {
        Producer<byte[], byte[]> current = producer;
        if (current == null) {
            Map<String, Object> config = new HashMap<>(broker);
            config.keySet().removeIf(name -> !ProducerConfig.configNames().contains(name));
            config.remove(ProducerConfig.KEY_SERIALIZER_CLASS_CONFIG);
            config.remove(ProducerConfig.VALUE_SERIALIZER_CLASS_CONFIG);
            config.put(ProducerConfig.CLIENT_ID_CONFIG, "run-orchestrator-events");
            config.put(ProducerConfig.ACKS_CONFIG, "all");
            config.put(ProducerConfig.LINGER_MS_CONFIG, 0);
            config.put(ProducerConfig.BUFFER_MEMORY_CONFIG, 4L * 1024 * 1024);
            config.put(ProducerConfig.REQUEST_TIMEOUT_MS_CONFIG, 5_000);
            config.put(ProducerConfig.DELIVERY_TIMEOUT_MS_CONFIG, 10_000);
            config.put(ProducerConfig.MAX_BLOCK_MS_CONFIG, 5_000);
            current = new KafkaProducer<>(config, new ByteArraySerializer(), new ByteArraySerializer());
            producer = current;
        }
        return current;
    }

    @PreDestroy
    synchronized void close() {
        if (producer != null) {
            producer.close(CLOSING);
        }
    }
}
