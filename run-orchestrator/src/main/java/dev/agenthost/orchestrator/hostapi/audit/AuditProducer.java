package dev.agenthost.orchestrator.hostapi.audit;

import io.smallrye.mutiny.Uni;

/** The topic of the audit. */
public interface AuditProducer {
    /** Completes once the broker has the entry. */
    Uni<Void> send(AuditRecord entry);
}
