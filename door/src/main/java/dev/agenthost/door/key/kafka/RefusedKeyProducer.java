package dev.agenthost.door.key.kafka;

import dev.agenthost.protocol.audit.AuditEntry;
import dev.agenthost.protocol.id.PercentEncoding;
import dev.agenthost.protocol.json.ProtocolCodec;
import dev.agenthost.protocol.topic.CloudEventHeaders;
import dev.agenthost.protocol.topic.ConversationKey;
import dev.agenthost.protocol.topic.Topics;
import java.nio.charset.StandardCharsets;
import java.time.Duration;
import java.util.HashMap;
import java.util.Map;
import org.apache.kafka.clients.producer.KafkaProducer;
import org.apache.kafka.clients.producer.Producer;
import org.apache.kafka.clients.producer.ProducerConfig;
import org.apache.kafka.clients.producer.ProducerRecord;
import org.apache.kafka.common.serialization.ByteArraySerializer;
import org.jboss.logging.Logger;
import org.jspecify.annotations.Nullable;

/** Entries of refused keys to {@code agent.audit}. There is no producer before the first of them. For one thread. */
public final class RefusedKeyProducer implements AutoCloseable {
    private static final Logger LOG = Logger.getLogger(RefusedKeyProducer.class);

    private final Map<String, Object> broker;
    private @Nullable Producer<byte[], byte[]> producer;

    /** @param broker how clients reach Kafka */
    public RefusedKeyProducer(Map<String, Object> broker) {
        this.broker = broker;
    }

    /** Sends, or says in the log that it could not. */
    public void send(AuditEntry entry) {
        try {
            Producer<byte[], byte[]> open = producer;
            if (open == null) {
                open = new KafkaProducer<>(settings(broker), new ByteArraySerializer(), new ByteArraySerializer());
                producer = open;
            }
            open.send(record(entry), (sent, failure) -> {
                if (failure != null) {
                    lost(entry, failure);
                }
            });
        } catch (RuntimeException failure) {
            lost(entry, failure);
        }
    }

    private static void lost(AuditEntry entry, Exception why) {
        LOG.warnf("an audit entry is not recorded: %s %s: %s", entry.action(), entry.resource(), why.toString());
    }

    /** A refused key belongs to no conversation, so the workspace is its record's key. */
    private static ProducerRecord<byte[], byte[]> record(AuditEntry entry) {
        ConversationKey key = new ConversationKey(PercentEncoding.encode(entry.workspaceId()));
        ProducerRecord<byte[], byte[]> record = new ProducerRecord<>(
                Topics.AUDIT,
                key.partition(),
                key.value().getBytes(StandardCharsets.UTF_8),
                ProtocolCodec.encode(entry));
        CloudEventHeaders.of(
                        CloudEventHeaders.AUDIT_TYPE,
                        entry.auditId(),
                        entry.service(),
                        entry.at(),
                        entry.workspaceId(),
                        null)
                .forEach((name, value) -> record.headers().add(name, value.getBytes(StandardCharsets.UTF_8)));
        return record;
    }

    private static Map<String, Object> settings(Map<String, Object> broker) {
        Map<String, Object> settings = new HashMap<>(broker);
        settings.keySet().retainAll(ProducerConfig.configNames());
        settings.remove(ProducerConfig.KEY_SERIALIZER_CLASS_CONFIG);
        settings.remove(ProducerConfig.VALUE_SERIALIZER_CLASS_CONFIG);
        settings.put(ProducerConfig.CLIENT_ID_CONFIG, "agenthost-refused-keys");
        settings.put(ProducerConfig.LINGER_MS_CONFIG, 50);
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
