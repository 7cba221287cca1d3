package dev.agenthost.context.knowledge;

import dev.agenthost.protocol.audit.AuditEntry;

/** Who is told of changes to knowledge. Never blocks and never fails the change that was made. */
public interface KnowledgeChanges {
    void changed(AuditEntry entry);
}
