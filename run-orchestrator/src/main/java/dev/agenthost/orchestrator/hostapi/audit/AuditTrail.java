package dev.agenthost.orchestrator.hostapi.audit;

import dev.agenthost.protocol.audit.AuditEntry;
import dev.agenthost.protocol.topic.ConversationKey;
import io.smallrye.mutiny.Uni;

/** Where decisions are recorded. Never blocks and never fails the call that was decided. */
public interface AuditTrail {
    /**
     * Records at once, whether anybody subscribes or not. Completes when the entry outlives this process, or nothing more can be done
     * for it; never fails.
     */
    Uni<Void> record(ConversationKey key, AuditEntry entry);
}
