package dev.agenthost.orchestrator.wiring.cdi;

import dev.agenthost.orchestrator.catalogue.CatalogueAudit;
import dev.agenthost.orchestrator.hostapi.audit.AuditTrail;
import dev.agenthost.protocol.topic.ConversationKey;
import jakarta.enterprise.inject.Produces;
import jakarta.inject.Singleton;

/** Wires the audit of catalogue changes. */
@Singleton
final class CatalogueWiring {
    /** A change belongs to no conversation, so the workspace is its key. */
    @Produces
    @Singleton
    CatalogueAudit changes(AuditTrail trail) {
        return entry -> trail.record(ConversationKey.ofWorkspace(entry.workspaceId()), entry);
    }
}
