package dev.agenthost.orchestrator.hostapi.audit;

import dev.agenthost.protocol.audit.AuditEntry;
import dev.agenthost.protocol.topic.ConversationKey;

/** Where decisions are recorded. Never blocks and never fails the call that was decided. */
public interface AuditTrail {
    void record(ConversationKey key, AuditEntry entry);
}
