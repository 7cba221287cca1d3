package dev.agenthost.orchestrator.hostapi.kafka;

import dev.agenthost.orchestrator.hostapi.audit.AuditProducer;
import dev.agenthost.orchestrator.hostapi.audit.AuditRecord;
import dev.agenthost.protocol.audit.AuditEntry;
import dev.agenthost.protocol.json.ProtocolCodec;
import dev.agenthost.protocol.topic.CloudEventHeaders;
import dev.agenthost.protocol.topic.Topics;
import io.smallrye.mutiny.Uni;
import io.smallrye.mutiny.subscription.UniEmitter;
import java.nio.charset.StandardCharsets;
import java.time.Duration;
import java.util.HashMap;
import java.util.Map;
import java.util.concurrent.ArrayBlockingQueue;
import java.util.concurrent.RejectedExecutionException;
import java.util.concurrent.ThreadPoolExecutor;
import java.util.concurrent.TimeUnit;
import org.apache.kafka.clients.producer.KafkaProducer;
import org.apache.kafka.clients.producer.Producer;
import org.apache.kafka.clients.producer.ProducerConfig;
import org.apache.kafka.clients.producer.ProducerRecord;
import org.apache.kafka.common.serialization.ByteArraySerializer;

/**
 * Publishes audit entries on a dedicated thread, so that no call waits for the broker. While the broker is unavailable, {@value
 * #MOST_WAITING} entries are queued; further entries fail.
 */
public final class KafkaAuditProducer implements AuditProducer, AutoCloseable {
    private static final int MOST_WAITING = 10_000;

    private final Producer<byte[], byte[]> producer;
    private final ThreadPoolExecutor sender;

    /** @param broker the producer's connection settings */
    public KafkaAuditProducer(Map<String, Object> broker) {
        Map<String, Object> config = new HashMap<>(broker);
        config.keySet().removeIf(name -> !ProducerConfig.configNames().contains(name));
        config.remove(ProducerConfig.KEY_SERIALIZER_CLASS_CONFIG);
        config.remove(ProducerConfig.VALUE_SERIALIZER_CLASS_CONFIG);
        config.put(ProducerConfig.CLIENT_ID_CONFIG, "run-orchestrator-audit");
        config.put(ProducerConfig.LINGER_MS_CONFIG, 50);
        config.put(ProducerConfig.BUFFER_MEMORY_CONFIG, 8L * 1024 * 1024);
        this.producer = new KafkaProducer<>(config, new ByteArraySerializer(), new ByteArraySerializer());
        this.sender = new ThreadPoolExecutor(
                1,
                1,
                0,
                TimeUnit.SECONDS,
                new ArrayBlockingQueue<>(MOST_WAITING),
                KafkaAuditProducer::thread,
                new ThreadPoolExecutor.AbortPolicy());
    }

    @Override
    public Uni<Void> send(AuditRecord record) {
        return Uni.createFrom().emitter(sent -> {
            try {
                sender.execute(() -> send(record, sent));
            } catch (RejectedExecutionException rejected) {
                sent.fail(new IllegalStateException("the queue of audit entries is full"));
            }
        });
    }

    private void send(AuditRecord record, UniEmitter<? super Void> done) {
        AuditEntry entry = record.entry();
        try {
            ProducerRecord<byte[], byte[]> sent = new ProducerRecord<>(
                    Topics.AUDIT,
                    record.key().partition(),
                    record.key().value().getBytes(StandardCharsets.UTF_8),
                    ProtocolCodec.encode(entry));
            CloudEventHeaders.audit(entry, null)
                    .forEach((name, value) -> sent.headers().add(name, value.getBytes(StandardCharsets.UTF_8)));
            producer.send(sent, (metadata, failure) -> {
                if (failure == null) {
                    done.complete(null);
                } else {
                    done.fail(failure);
                }
            });
        } catch (RuntimeException e) {
            done.fail(e);
        }
    }

    @Override
    public void close() {
        sender.shutdown();
        producer.close(Duration.ofSeconds(2));
    }

    private static Thread thread(Runnable work) {
        Thread thread = new Thread(work, "audit-sender");
        thread.setDaemon(true);
        return thread;
    }
}
