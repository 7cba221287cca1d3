package dev.agenthost.orchestrator.catalogue;

import dev.agenthost.protocol.audit.AuditEntry;
import io.smallrye.mutiny.Uni;

/** Records changes of a catalogue in the audit. Never blocks and never fails the change. */
public interface CatalogueAudit {
    /** Completes when the entry outlives this process. */
    Uni<Void> changed(AuditEntry entry);
}
