package dev.agenthost.orchestrator.model.catalogue;

import dev.agenthost.protocol.audit.AuditEntry;

/** Who is told of changes to the catalogue. Never blocks and never fails the change that was made. */
public interface ModelChanges {
    void changed(AuditEntry entry);
}
