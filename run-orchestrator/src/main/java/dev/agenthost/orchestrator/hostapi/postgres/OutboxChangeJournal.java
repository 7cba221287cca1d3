package dev.agenthost.orchestrator.hostapi.postgres;

import dev.agenthost.orchestrator.hostapi.audit.AuditRecord;
import dev.agenthost.orchestrator.hostapi.audit.AuditTrail;
import dev.agenthost.platform.postgres.ChangeJournal;
import dev.agenthost.protocol.audit.AuditEntry;
import dev.agenthost.protocol.json.ProtocolCodec;
import dev.agenthost.protocol.topic.ConversationKey;
import io.smallrye.mutiny.Uni;
import io.vertx.mutiny.sqlclient.SqlConnection;
import io.vertx.mutiny.sqlclient.Tuple;
import jakarta.inject.Singleton;
import java.nio.charset.StandardCharsets;
import java.util.UUID;

/** The journal of administration in {@code runs.audit_outbox}. A change belongs to no conversation, so the workspace is its key. */
@Singleton
public final class OutboxChangeJournal implements ChangeJournal {
    private static final String PUT =
            "INSERT INTO runs.audit_outbox (audit_id, conversation_key, entry) VALUES ($1, $2, $3)";

    private final AuditTrail trail;

    public OutboxChangeJournal(AuditTrail trail) {
        this.trail = trail;
    }

    @Override
    public String service() {
        return "run-orchestrator";
    }

    @Override
    public Uni<Void> record(SqlConnection transaction, AuditEntry entry) {
        return transaction
                .preparedQuery(PUT)
                .execute(Tuple.of(
                        UUID.fromString(entry.auditId()),
                        key(entry).value(),
                        new String(ProtocolCodec.encode(entry), StandardCharsets.UTF_8)))
                .replaceWithVoid();
    }

    @Override
    public void committed(AuditEntry entry) {
        trail.publish(new AuditRecord(key(entry), entry));
    }

    private static ConversationKey key(AuditEntry entry) {
        return ConversationKey.ofWorkspace(entry.workspaceId());
    }
}
