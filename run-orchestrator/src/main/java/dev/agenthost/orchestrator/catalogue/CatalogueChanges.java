package dev.agenthost.orchestrator.catalogue;

import dev.agenthost.protocol.audit.AuditEntry;

/** Who is told of changes to a catalogue. Never blocks and never fails the change that was made. */
public interface CatalogueChanges {
    void changed(AuditEntry entry);
}
