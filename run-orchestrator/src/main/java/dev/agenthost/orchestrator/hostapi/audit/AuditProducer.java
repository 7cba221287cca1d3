package dev.agenthost.orchestrator.hostapi.audit;

import io.smallrye.mutiny.Uni;

/** Publishes audit entries. */
public interface AuditProducer {
    /** Completes once the broker has acknowledged the entry. */
    Uni<Void> send(AuditRecord entry);
}
