package dev.agenthost.platform.security.kafka;

import dev.agenthost.protocol.audit.AuditEntry;
import dev.agenthost.protocol.json.ProtocolCodec;
import dev.agenthost.protocol.topic.CloudEventHeaders;
import dev.agenthost.protocol.topic.ConversationKey;
import dev.agenthost.protocol.topic.Topics;
import java.nio.charset.StandardCharsets;
import java.time.Duration;
import java.util.HashMap;
import java.util.Map;
import java.util.concurrent.ArrayBlockingQueue;
import java.util.concurrent.BlockingQueue;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CompletionStage;
import java.util.concurrent.Future;
import java.util.concurrent.atomic.AtomicLong;
import org.apache.kafka.clients.producer.KafkaProducer;
import org.apache.kafka.clients.producer.Producer;
import org.apache.kafka.clients.producer.ProducerConfig;
import org.apache.kafka.clients.producer.ProducerRecord;
import org.apache.kafka.clients.producer.RecordMetadata;
import org.apache.kafka.common.serialization.ByteArraySerializer;
import org.jboss.logging.Logger;
import org.jspecify.annotations.Nullable;

/**
 * Sends entries of refused keys to {@code agent.audit}. The first entry creates the producer. While the broker is unavailable {@value
 * #MOST_WAITING} entries wait; more are lost, and the log has their number.
 */
public final class KeyRefusalProducer implements AutoCloseable {
    static final int MOST_WAITING = 1_000;

    private static final Logger LOG = Logger.getLogger(KeyRefusalProducer.class);

    private record Waiting(AuditEntry entry, CompletableFuture<Void> recorded) {}

    private final Map<String, Object> broker;
    private final BlockingQueue<Waiting> waiting = new ArrayBlockingQueue<>(MOST_WAITING);
    private final AtomicLong lost = new AtomicLong();
    private @Nullable Producer<byte[], byte[]> producer;

    /** @param broker the client settings of Kafka */
    public KeyRefusalProducer(Map<String, Object> broker) {
        this.broker = broker;
    }

    /** Takes an entry for the next {@link #send()}. Completes once the broker has the entry; fails if it is lost. */
    public CompletionStage<Void> submit(AuditEntry entry) {
        Waiting one = new Waiting(entry, new CompletableFuture<>());
        await(one);
        return one.recorded();
    }

    private void await(Waiting one) {
        if (!waiting.offer(one)) {
            lost.incrementAndGet();
            one.recorded().completeExceptionally(new IllegalStateException("too many wait for the broker"));
        }
    }

    /** Sends the waiting entries; failed ones wait again. For one thread, which waits for the broker for two seconds at most. */
    public void send() {
        boolean reachable = true;
        for (int left = waiting.size(); reachable && left > 0; left--) {
            Waiting one = waiting.poll();
            reachable = one != null && isTaken(one);
        }
        long count = lost.getAndSet(0);
        if (count > 0) {
            LOG.warnf("audit entries of refused keys not recorded: %d, the broker is away", count);
        }
    }

    private boolean isTaken(Waiting one) {
        try {
            Producer<byte[], byte[]> open = producer;
            if (open == null) {
                open = new KafkaProducer<>(settings(broker), new ByteArraySerializer(), new ByteArraySerializer());
                producer = open;
            }
            Future<RecordMetadata> sent = open.send(record(one.entry()), (place, failure) -> {
                if (failure == null) {
                    one.recorded().complete(null);
                } else {
                    await(one);
                }
            });
            // Without a broker the send has failed already.
            return !sent.isDone() || one.recorded().isDone();
        } catch (RuntimeException away) {
            LOG.debugf("refused keys are not recorded yet: %s", away.toString());
            await(one);
            return false;
        }
    }

    /** A refused key belongs to no conversation, so the workspace is its record's key. */
    private static ProducerRecord<byte[], byte[]> record(AuditEntry entry) {
        ConversationKey key = ConversationKey.ofWorkspace(entry.workspaceId());
        ProducerRecord<byte[], byte[]> record = new ProducerRecord<>(
                Topics.AUDIT,
                key.partition(),
                key.value().getBytes(StandardCharsets.UTF_8),
                ProtocolCodec.encode(entry));
        CloudEventHeaders.audit(entry, null)
                .forEach((name, value) -> record.headers().add(name, value.getBytes(StandardCharsets.UTF_8)));
        return record;
    }

    private static Map<String, Object> settings(Map<String, Object> broker) {
        Map<String, Object> settings = new HashMap<>(broker);
        settings.keySet().retainAll(ProducerConfig.configNames());
        settings.remove(ProducerConfig.KEY_SERIALIZER_CLASS_CONFIG);
        settings.remove(ProducerConfig.VALUE_SERIALIZER_CLASS_CONFIG);
        settings.put(ProducerConfig.CLIENT_ID_CONFIG, "agenthost-refused-keys");
        settings.put(ProducerConfig.LINGER_MS_CONFIG, 5);
        settings.put(ProducerConfig.BUFFER_MEMORY_CONFIG, 1024L * 1024);
        settings.put(ProducerConfig.MAX_BLOCK_MS_CONFIG, 2_000);
        return settings;
    }

    @Override
    public void close() {
        Producer<byte[], byte[]> open = producer;
        if (open != null) {
            open.close(Duration.ofSeconds(2));
        }
    }
}
