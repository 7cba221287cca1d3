package dev.agenthost.orchestrator.catalogue;

import dev.agenthost.protocol.audit.AuditEntry;
import io.smallrye.mutiny.Uni;

/** Who is told of changes to a catalogue. Never blocks and never fails the change that was made. */
public interface CatalogueAudit {
    /** Completes when the entry outlives this process. */
    Uni<Void> changed(AuditEntry entry);
}
