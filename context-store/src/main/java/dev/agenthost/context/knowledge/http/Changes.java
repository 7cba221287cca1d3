package dev.agenthost.context.knowledge.http;

import dev.agenthost.context.knowledge.KnowledgeChanges;
import dev.agenthost.protocol.audit.AuditEntry;
import dev.agenthost.protocol.audit.AuditResult;
import jakarta.inject.Singleton;
import java.time.Instant;
import java.util.UUID;
import org.jspecify.annotations.Nullable;

/** Tells the audit of what people changed. */
@Singleton
class Changes {
    private static final String SERVICE = "context-store";

    private final KnowledgeChanges changes;

    Changes(KnowledgeChanges changes) {
        this.changes = changes;
    }

    /**
     * @param who the id of a key
     * @param action for instance {@code knowledge_base.create}
     */
    void tell(String workspaceId, String who, String action, String resource, @Nullable String scope) {
        changes.changed(new AuditEntry(
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
                null));
    }
}
