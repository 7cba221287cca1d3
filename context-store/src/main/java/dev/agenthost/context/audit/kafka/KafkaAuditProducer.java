package dev.agenthost.context.audit.kafka;

import dev.agenthost.context.audit.AuditProducer;
import dev.agenthost.protocol.audit.AuditEntry;
import dev.agenthost.protocol.json.ProtocolCodec;
import dev.agenthost.protocol.topic.CloudEventHeaders;
import dev.agenthost.protocol.topic.ConversationKey;
import io.smallrye.mutiny.Uni;
import io.smallrye.reactive.messaging.MutinyEmitter;
import io.smallrye.reactive.messaging.kafka.api.OutgoingKafkaRecordMetadata;
import jakarta.enterprise.context.ApplicationScoped;
import java.nio.charset.StandardCharsets;
import java.util.concurrent.atomic.AtomicInteger;
import org.apache.kafka.common.header.internals.RecordHeaders;
import org.eclipse.microprofile.reactive.messaging.Channel;
import org.eclipse.microprofile.reactive.messaging.Message;
import org.eclipse.microprofile.reactive.messaging.OnOverflow;

/** Publishes on {@code agent.audit}. While the broker is unavailable {@value #MOST_WAITING} entries wait; further ones fail at once. */
@ApplicationScoped
public class KafkaAuditProducer implements AuditProducer {
    private static final int MOST_WAITING = 1_000;

    private final MutinyEmitter<byte[]> emitter;
    private final AtomicInteger waiting = new AtomicInteger();

    KafkaAuditProducer(
            @Channel("changes") @OnOverflow(OnOverflow.Strategy.UNBOUNDED_BUFFER) MutinyEmitter<byte[]> emitter) {
        this.emitter = emitter;
    }

    @Override
    public Uni<Void> send(AuditEntry entry) {
        return Uni.createFrom().deferred(() -> {
            if (waiting.incrementAndGet() > MOST_WAITING) {
                waiting.decrementAndGet();
                return Uni.createFrom().failure(new IllegalStateException("too many wait for the broker"));
            }
            return emitter.sendMessage(message(entry)).onTermination().invoke(waiting::decrementAndGet);
        });
    }

    /** A change belongs to no conversation, so the workspace is its key. */
    private static Message<byte[]> message(AuditEntry entry) {
        ConversationKey key = ConversationKey.ofWorkspace(entry.workspaceId());
        RecordHeaders headers = new RecordHeaders();
        CloudEventHeaders.audit(entry, null)
                .forEach((name, value) -> headers.add(name, value.getBytes(StandardCharsets.UTF_8)));
        return Message.of(ProtocolCodec.encode(entry))
                .addMetadata(OutgoingKafkaRecordMetadata.<byte[]>builder()
                        .withKey(key.value().getBytes(StandardCharsets.UTF_8))
                        .withPartition(key.partition())
                        .withHeaders(headers)
                        .build());
    }
}
