package dev.agenthost.context.change.kafka;

import dev.agenthost.context.change.Changes;
import dev.agenthost.protocol.audit.AuditEntry;
import dev.agenthost.protocol.audit.AuditResult;
import dev.agenthost.protocol.id.PercentEncoding;
import dev.agenthost.protocol.json.ProtocolCodec;
import dev.agenthost.protocol.topic.CloudEventHeaders;
import dev.agenthost.protocol.topic.ConversationKey;
import io.smallrye.reactive.messaging.MutinyEmitter;
import io.smallrye.reactive.messaging.kafka.api.OutgoingKafkaRecordMetadata;
import jakarta.enterprise.context.ApplicationScoped;
import java.nio.charset.StandardCharsets;
import java.time.Instant;
import java.util.UUID;
import java.util.concurrent.atomic.AtomicInteger;
import org.apache.kafka.common.header.internals.RecordHeaders;
import org.eclipse.microprofile.reactive.messaging.Channel;
import org.eclipse.microprofile.reactive.messaging.Message;
import org.eclipse.microprofile.reactive.messaging.OnOverflow;
import org.jboss.logging.Logger;
import org.jspecify.annotations.Nullable;

/** {@code agent.audit}. While the broker is away some entries wait; more are lost, and the log says so. */
@ApplicationScoped
public class KafkaChanges implements Changes {
    private static final Logger LOG = Logger.getLogger(KafkaChanges.class);
    private static final String SERVICE = "context-store";
    private static final int MOST_WAITING = 1_000;

    private final MutinyEmitter<byte[]> emitter;
    private final AtomicInteger waiting = new AtomicInteger();

    KafkaChanges(@Channel("changes") @OnOverflow(OnOverflow.Strategy.UNBOUNDED_BUFFER) MutinyEmitter<byte[]> emitter) {
        this.emitter = emitter;
    }

    @Override
    public void changed(String workspaceId, String who, String action, String resource, @Nullable String version) {
        record(workspaceId, who, action, resource, version, null);
    }

    @Override
    public void read(
            String workspaceId, @Nullable String who, String action, String resource, @Nullable String detail) {
        record(workspaceId, who, action, resource, null, detail);
    }

    private void record(
            String workspaceId,
            @Nullable String who,
            String action,
            String resource,
            @Nullable String scope,
            @Nullable String detail) {
        if (waiting.incrementAndGet() > MOST_WAITING) {
            waiting.decrementAndGet();
            LOG.warnf("an audit entry is not recorded, too many wait for the broker: %s %s", action, resource);
            return;
        }
        AuditEntry entry = new AuditEntry(
                UUID.randomUUID().toString(),
                Instant.now(),
                SERVICE,
                workspaceId,
                null,
                null,
                who,
                action,
                resource,
                scope,
                AuditResult.ALLOWED,
                null,
                detail);
        emitter.sendMessage(message(entry))
                .onTermination()
                .invoke(waiting::decrementAndGet)
                .subscribe()
                .with(sent -> {}, why -> LOG.warnf("an audit entry is not recorded: %s %s: %s", action, resource, why));
    }

    /** A change belongs to no conversation, so the workspace is its key. */
    private static Message<byte[]> message(AuditEntry entry) {
        ConversationKey key = new ConversationKey(PercentEncoding.encode(entry.workspaceId()));
        RecordHeaders headers = new RecordHeaders();
        CloudEventHeaders.of(
                        CloudEventHeaders.AUDIT_TYPE,
                        entry.auditId(),
                        entry.service(),
                        entry.at(),
                        entry.workspaceId(),
                        null)
                .forEach((name, value) -> headers.add(name, value.getBytes(StandardCharsets.UTF_8)));
        return Message.of(ProtocolCodec.encode(entry))
                .addMetadata(OutgoingKafkaRecordMetadata.<byte[]>builder()
                        .withKey(key.value().getBytes(StandardCharsets.UTF_8))
                        .withPartition(key.partition())
                        .withHeaders(headers)
                        .build());
    }
}
