package dev.agenthost.orchestrator.tool.server;

import dev.agenthost.protocol.audit.AuditEntry;

/** Who is told of changes to the catalogue. Never blocks and never fails the change that was made. */
public interface McpServerChanges {
    void changed(AuditEntry entry);
}
