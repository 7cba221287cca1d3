package dev.agenthost.context.knowledge.kafka;

import dev.agenthost.context.knowledge.KnowledgeChanges;
import dev.agenthost.protocol.audit.AuditEntry;
import dev.agenthost.protocol.id.PercentEncoding;
import dev.agenthost.protocol.json.ProtocolCodec;
import dev.agenthost.protocol.topic.CloudEventHeaders;
import dev.agenthost.protocol.topic.Partitions;
import dev.agenthost.protocol.topic.Topics;
import io.smallrye.reactive.messaging.MutinyEmitter;
import io.smallrye.reactive.messaging.kafka.api.OutgoingKafkaRecordMetadata;
import jakarta.enterprise.context.ApplicationScoped;
import java.nio.charset.StandardCharsets;
import org.apache.kafka.common.header.internals.RecordHeaders;
import org.eclipse.microprofile.reactive.messaging.Channel;
import org.eclipse.microprofile.reactive.messaging.Message;
import org.jboss.logging.Logger;

/** {@code agent.audit}. A change belongs to no conversation, so the workspace is its key. What cannot be told is said in the log. */
@ApplicationScoped
public class KafkaKnowledgeChanges implements KnowledgeChanges {
    private static final Logger LOG = Logger.getLogger(KafkaKnowledgeChanges.class);

    private final MutinyEmitter<byte[]> emitter;

    KafkaKnowledgeChanges(@Channel("audit-entries") MutinyEmitter<byte[]> emitter) {
        this.emitter = emitter;
    }

    @Override
    public void changed(AuditEntry entry) {
        String key = PercentEncoding.encode(entry.workspaceId());
        RecordHeaders headers = new RecordHeaders();
        CloudEventHeaders.of(
                        CloudEventHeaders.AUDIT_TYPE,
                        entry.auditId(),
                        entry.service(),
                        entry.at(),
                        entry.workspaceId(),
                        null)
                .forEach((name, value) -> headers.add(name, value.getBytes(StandardCharsets.UTF_8)));
        emitter.sendMessage(Message.of(ProtocolCodec.encode(entry))
                        .addMetadata(OutgoingKafkaRecordMetadata.<byte[]>builder()
                                .withTopic(Topics.AUDIT)
                                .withKey(key.getBytes(StandardCharsets.UTF_8))
                                .withPartition(Partitions.of(key))
                                .withHeaders(headers)
                                .build()))
                .subscribe()
                .with(
                        done -> {},
                        failure -> LOG.warnf("an audit entry was lost: %s %s", entry.action(), failure.toString()));
    }
}
