package dev.agenthost.context.audit;

import dev.agenthost.protocol.audit.AuditEntry;
import io.smallrye.mutiny.Uni;

/** Publishes audit entries. */
public interface AuditProducer {
    /** Completes once the broker has the entry. */
    Uni<Void> send(AuditEntry entry);
}
